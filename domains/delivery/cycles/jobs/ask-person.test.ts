import { expect, test } from 'vitest'
import { endOf, library, propose } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { requestOf, runUntilAsked } from '../../../../testing/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings, turns } from '../../../../testing/scripted.ts'
import { testServer } from '../../../../testing/server.ts'
import { whenOver } from '../../../../testing/when-over.ts'
import { cancelPendingRequest, getPendingRequest, resolvePendingRequest } from '../../requests/contract.ts'

const provider = await startModelProvider()
whenOver(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

const ask = (question: string) => ({ toolCalls: [{ name: 'ask_person', input: { question } }] })

test('an agent asks people three times at most, and goes on in its conversation with what they answer', async () => {
  const at = await scene(server)
  const { owner, client, clientId, grant } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  await grant(projectId, clientId, 'steer')
  const id = await propose(owner, projectId, 'Write down when we are open.')
  provider.push(turns.write('NOTES.md', 'Open.\n'), ask('Which days?\nAll?'))
  const { request, cycle, tasks } = await runUntilAsked(owner, id)
  expect(request).toMatchObject({
    ...{ requestType: 'question', requiredActor: 'agency', blocking: true, commitSha: null, taskId: tasks[0].id },
    ...{ title: 'A question about “A change”', question: 'Which days?\nAll?', reasons: [] },
  })
  expect([cycle.status, tasks[0].status, tasks[0].headSha]).toEqual(['blocked', 'blocked', expect.any(String)])
  expectError(await client.call(getPendingRequest, { id: request!.id }), 404, 'not_found')
  const answer = async (body: object) => {
    const { id: asked } = await requestOf(owner, id)
    expect((await owner.call(resolvePendingRequest, { id: asked, body })).status).toBe(200)
  }
  provider.push(ask('Nights?'))
  await answer({ status: 'approved', decision: 'Mondays.\n```run\nfalse\n```' })
  provider.push(turns.write('MORE.md', 'More.\n'), ask('And then?'))
  await answer({ status: 'denied', feedback: 'As you like.' })
  provider.push(ask('Once more?'), turns.end('Wrote the notes.'))
  await answer({ status: 'approved' })
  expect(await endOf(owner, id)).toMatchObject({ cycle: { status: 'completed' }, tasks: [{ status: 'done' }] })
  const { messages, tools } = provider.requests.at(-1)!.body
  const told = messages.flatMap(({ role, content }) => (role === 'user' ? [content!.trim()] : []))
  expect(told.slice(1)).toEqual([
    'You asked:\n\n    Which days?\n    All?\n\nThe answer:\n\n    Mondays.\n    ```run\n    false\n    ```',
    'You asked:\n\n    Nights?\n\nThe answer:\n\n    Nobody will answer this. Decide it yourself, and say how you decided.\n    \n    As you like.',
    'You asked:\n\n    And then?\n\nThe answer:\n\n    Yes.',
  ])
  expect(JSON.stringify(tools)).not.toContain('ask_person')
  expect(messages.at(-1)!.content).toMatch(/^Error: There is no tool ask_person\./)
  expect((await at.eventNames(tasks[0].id)).filter((name) => name === 'task.blocked')).toHaveLength(3)
  expect(await leftovers(server)).toEqual({})
})

test('an agent that gives up after an answer fails its task, and what it did before it asked is not merged', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, 'Write down when we are open.')
  provider.push(turns.write('NOTES.md', 'Open.\n'), ask('Which days?'))
  const { request } = await runUntilAsked(owner, id)
  provider.push({ toolCalls: [{ name: 'give_up', input: { reason: 'Nobody knows the days.' } }] })
  expect((await owner.call(resolvePendingRequest, { id: request!.id, body: { status: 'approved' } })).status).toBe(200)
  const message = 'The agent did not finish. Nobody knows the days.'
  expect(await endOf(owner, id)).toMatchObject({
    cycle: { status: 'failed', mergedSha: null, failure: { step: 'build-task', code: 'gave_up', message } },
    tasks: [{ status: 'failed', mergeSha: null }],
  })
})

test('a question that is cancelled fails its task, and nothing is merged', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, 'Write down when we are open.')
  provider.push(ask('Which days?'))
  const { request } = await runUntilAsked(owner, id)
  expect((await owner.call(cancelPendingRequest, { id: request!.id })).status).toBe(200)
  const message = 'The question of the agent was withdrawn.'
  expect((await endOf(owner, id)).cycle).toMatchObject({
    ...{ status: 'failed', mergedSha: null },
    failure: { step: 'build-task', code: 'denied', message },
  })
  expect(await leftovers(server)).toEqual({})
})
