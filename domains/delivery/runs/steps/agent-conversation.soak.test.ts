import { expect, test } from 'vitest'
import { endOf, library, propose } from '../../../../testing/delivery.ts'
import { startModelProvider, type Turn } from '../../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { runUntilAsked } from '../../../../testing/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { asking, notes, repeated, scriptedCycle } from '../../../../testing/scripted-cycle.ts'
import { modelSettings, turns } from '../../../../testing/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { resolvePendingRequest } from '../../requests/contract.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

const run = (script: readonly Turn[]) => scriptedCycle(server, provider, script)

test('a run goes on through an endpoint that is busy, fails and hangs up', async () => {
  const trouble: Turn[] = [...repeated(4, { status: 429, retryAfter: '0' }), { answer: 'hang-up' }]
  const [write, end] = notes
  const script = [...repeated(4, { status: 429, retryAfter: '0' }), write, ...trouble, end]
  const { at, cycle, task } = await run(script)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: task.id })
  expect((body.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md'])
})

test('an agent that had done all before it was asked to go on says so, and its work is merged', async () => {
  const circles = repeated(5, turns.read('sum.js'))
  const { at, cycle, task } = await run([notes[0], ...circles, turns.end('Nothing is left to do.')])
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: task.id })
  expect((body.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md'])
})

test('an agent that gives up after an answer fails its task, and what it did before it asked is not merged', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, 'Write down when we are open.')
  provider.push(turns.write('NOTES.md', 'Open.\n'), asking('Which days?'))
  const { request } = await runUntilAsked(owner, id)
  provider.push({ toolCalls: [{ name: 'give_up', input: { reason: 'Nobody knows the days.' } }] })
  expect((await owner.call(resolvePendingRequest, { id: request!.id, body: { status: 'approved' } })).status).toBe(200)
  const message = 'The agent did not finish. Nobody knows the days.'
  expect(await endOf(owner, id)).toMatchObject({
    cycle: { status: 'failed', mergedSha: null, failure: { step: 'build-task', code: 'gave_up', message } },
    tasks: [{ status: 'failed', mergeSha: null }],
  })
})
