import { expect, test } from 'vitest'
import { endOf, propose, runCycle } from '../../../testing/delivery.ts'
import { requestOf, runUntilAsked } from '../../../testing/requests.ts'
import { testServer } from '../../../testing/server.ts'
import { fileIn as file, graphWorld, runOf as run, taskOf as task } from '../../../testing/task-graphs.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { listCyclePendingRequests, resolvePendingRequest } from '../requests/contract.ts'
import { addCycleTask, createTask, updateCycleTask } from '../planning/contract.ts'
import { getCycle, stopCycle } from '../cycles/contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

test('a created task has a draft cycle of its own, and is in each of its runs', async () => {
  const { at, projectId } = await graphWorld(server)
  const { owner } = at
  const made = await owner.call(createTask, { body: { projectId, description: `# Say no\n\n${run('false')}` } })
  expect(made).toMatchObject({
    status: 201,
    body: { title: 'Say no', status: 'queued', runId: null, number: 1, dependsOn: [], statusSetByHand: false },
  })
  const { cycleId: id } = made.body
  const first = await runCycle(owner, id)
  expect(first).toMatchObject({ cycle: { status: 'failed' }, tasks: [{ id: made.body.id, status: 'failed' }] })
  const { body: more } = await owner.call(addCycleTask, {
    id,
    body: { title: 'More', description: file('d.txt', 'd') },
  })
  expect(more).toMatchObject({ runId: null, number: 2 })
  const body = { description: file('e.txt', 'e') }
  expect(await owner.call(updateCycleTask, { id, taskId: made.body.id, body })).toMatchObject({ status: 200 })
  const second = await runCycle(owner, id)
  expect(second).toMatchObject({
    cycle: { status: 'completed', runNumber: 2 },
    tasks: [
      { title: 'Say no', number: 1, status: 'done' },
      { id: more.id, title: 'More', number: 2, status: 'done' },
    ],
  })
  expect(second.tasks[0].id).not.toBe(made.body.id)
})

test('a task that waits for a person blocks the cycle only when nothing else is at work, and an approval merges it', async () => {
  const { at, projectId } = await graphWorld(server)
  const { owner } = at
  await owner.call(updateProject, { id: projectId, body: { requiresApproval: true } })
  const description = `${task('one', file('a.txt', 'one'))}\n${task('two needs one', file('b.txt', 'two'))}`
  const id = await propose(owner, projectId, description)
  for (const title of ['one', 'two']) {
    const request = title === 'one' ? (await runUntilAsked(owner, id)).request : await requestOf(owner, id)
    const { status } = (await owner.call(getCycle, { id })).body.cycle
    expect([status, request.title]).toEqual(['blocked', `Merge “${title}”?`])
    await owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })
  }
  expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'completed', failure: null })
})

test('a task that waits for a person leaves its place to the next one', async () => {
  const { at, projectId } = await graphWorld(server, { planning: { tasksAtOnce: 1 } })
  const { owner } = at
  await owner.call(updateProject, { id: projectId, body: { requiresApproval: true } })
  const description = `${task('one', file('a.txt', 'one'))}\n${task('two', file('b.txt', 'two'))}`
  const id = await propose(owner, projectId, description)
  await runUntilAsked(owner, id)
  const asked = async () => (await owner.call(listCyclePendingRequests, { id })).body as { title: string }[]
  await expect.poll(async () => (await asked()).length).toBe(2)
  expect((await asked()).map(({ title }) => title).sort()).toEqual(['Merge “one”?', 'Merge “two”?'])
  expect(await owner.call(stopCycle, { id })).toMatchObject({ status: 200 })
  expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'stopped' })
})
