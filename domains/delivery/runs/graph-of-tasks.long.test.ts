import { expect, test } from 'vitest'
import { endOf, propose, runCycle } from '../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../testing/runs/held-commands.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { testServer } from '../../../testing/server.ts'
import { fileIn as file, graphWorld, runOf as run, taskOf as task } from '../../../testing/runs/task-graphs.ts'
import { updateTask } from '../tasks/contract.ts'
import { addCycleTask, removeCycleTask, updateCycleTask, createTask } from '../planning/contract.ts'
import { executeCycle } from './contract.ts'
import { getCycle, stopCycle } from '../cycles/contract.ts'
import { haltOf } from '../tasks/rules.ts'
import { isSoak } from '../../../testing/soak.ts'
import { requestOf, runUntilAsked } from '../../../testing/runs/requests.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { listCyclePendingRequests, resolvePendingRequest } from '../requests/contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

test('tasks begin after their needs, a conflict goes back to its agent, and the whole is checked before it is delivered', async () => {
  const { at, projectId } = await graphWorld(server)
  const description = [
    task('one', file('a.txt', 'one')),
    task('two needs one', run('grep -q one a.txt || grep -q three a.txt'), file('b.txt', 'two')),
    task('three', file('a.txt', 'three')),
  ].join('\n')
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(tasks.map(({ title, status }: { title: string; status: string }) => [title, status])).toEqual([
    ['one', 'done'],
    ['two', 'done'],
    ['three', 'done'],
  ])
  const [one, two, three] = tasks
  expect([one.dependsOn, two.dependsOn, three.dependsOn]).toEqual([[], [one.id], []])
  // Either is merged first, and the other one begins again.
  expect([one.baseSha, three.baseSha]).toContain(cycle.baseSha)
  expect(two.baseSha).not.toBe(cycle.baseSha)
  const rows = await at.rows('task')
  expect(rows.filter(({ own_runs: runs }) => Number(runs) > 1)).toHaveLength(1)
  const names = await at.eventNames(cycle.id)
  expect(names.filter((name) => ['cycle.planned', 'cycle.checked', 'cycle.completed'].includes(name))).toEqual([
    'cycle.planned',
    'cycle.checked',
    'cycle.completed',
  ])
  expect(await at.eventNames(two.id)).toEqual(expect.arrayContaining(['task.blocked', 'task.merged', 'task.done']))
  expect(await leftovers(server)).toEqual({})
})

test('a task that fails fails the cycle: its dependents never begin, and merged work of others stays', async () => {
  const { at, projectId } = await graphWorld(server)
  const description = [
    task('one', run('sleep 1; false')),
    task('two needs one', file('b.txt', 'two')),
    task('three', file('c.txt', 'three')),
  ].join('\n')
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  expect(cycle).toMatchObject({ status: 'failed', mergedSha: null })
  expect(cycle.failure).toMatchObject({
    step: 'build-task',
    message: expect.stringMatching(/^The task “one” failed\. /),
  })
  expect(tasks).toMatchObject([
    { title: 'one', status: 'failed', failure: { code: 'gave_up' } },
    { title: 'two', status: 'failed', failure: { code: 'not_begun' }, headSha: null },
    { title: 'three', status: 'merged', mergeSha: expect.any(String) },
  ])
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isSoak)(
  'people add, change and remove tasks while the cycle runs, and set a status that decides nothing',
  async () => {
    const { at, projectId } = await graphWorld(server, { planning: { tasksAtOnce: 1 } })
    const { owner } = at
    const id = await propose(
      owner,
      projectId,
      `${task('one', run(heldCommand(server)), file('a.txt', 'one'))}\n${task('two', file('b.txt', 'b'))}`,
    )
    await owner.call(executeCycle, { id })
    const held = await commandHeld(server)
    const read = async () => (await owner.call(getCycle, { id })).body.tasks
    const [one, two] = await read()
    expect([one.status, two.status]).toEqual(['building', 'queued'])
    const added = await owner.call(addCycleTask, {
      id,
      body: { title: 'Three', description: file('c.txt', 'three'), dependsOn: [one.id] },
    })
    expect(added).toMatchObject({ status: 201, body: { number: 3, dependsOn: [one.id], cycleId: id } })
    const three = added.body
    const add = (dependsOn: string[]) =>
      owner.call(addCycleTask, { id, body: { title: 'x', description: 'x', dependsOn } })
    expect(await add([id])).toMatchObject({ status: 400, body: { fields: [{ path: 'dependsOn' }] } })
    const change = (taskId: string, body: object) => owner.call(updateCycleTask, { id, taskId, body })
    expect(await change(two.id, { dependsOn: [three.id] })).toMatchObject({
      status: 200,
      body: { dependsOn: [three.id] },
    })
    const circle = await change(three.id, { dependsOn: [two.id] })
    expect(circle).toMatchObject({
      status: 400,
      body: { fields: [{ message: expect.stringContaining('in a circle') }] },
    })
    expect(await change(one.id, { title: 'Late' })).toMatchObject({ status: 409, body: { code: 'task_begun' } })
    const remove = (taskId: string) => owner.call(removeCycleTask, { id, taskId })
    expect(await remove(three.id)).toMatchObject({ status: 409, body: { code: 'task_needed' } })
    expect(await remove(two.id)).toMatchObject({ status: 200 })
    const byHand = await owner.call(updateTask, { id: one.id, body: { status: 'merged' } })
    expect(byHand).toMatchObject({ status: 200, body: { status: 'merged', statusSetByHand: true } })
    expect((await read())[1]).toMatchObject({ title: 'Three', status: 'blocked' })
    await held.release()
    const { cycle, tasks } = await endOf(owner, id)
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(tasks).toMatchObject([
      { title: 'one', status: 'done', statusSetByHand: false },
      { title: 'Three', status: 'done' },
    ])
    expect(await add([])).toMatchObject({ status: 409, body: { code: 'cycle_closed' } })
    expect(await remove(one.id)).toMatchObject({ status: 409, body: { code: 'cycle_closed' } })
    expect(await at.auditActions(two.id)).toEqual(['task.change', 'task.remove'])
  },
)

test.runIf(isSoak)('removing the task that an agent works on stops the agent, and the others continue', async () => {
  const { at, projectId } = await graphWorld(server)
  const { owner } = at
  const id = await propose(
    owner,
    projectId,
    `${task('one', run(heldCommand(server)))}\n${task('two', file('b.txt', 'b'))}`,
  )
  await owner.call(executeCycle, { id })
  await commandHeld(server)
  const [one] = (await owner.call(getCycle, { id })).body.tasks
  expect(await owner.call(removeCycleTask, { id, taskId: one.id })).toMatchObject({ status: 200 })
  const { cycle, tasks } = await endOf(owner, id)
  expect([cycle.status, tasks.map(({ title }: { title: string }) => title)]).toEqual(['completed', ['two']])
  await expect.poll(() => leftovers(server)).toEqual({})
})

test('a stop ends all tasks of a cycle, those too that people add at that moment, and nothing is at work afterwards', async () => {
  const { at, projectId } = await graphWorld(server)
  const { owner } = at
  const description = ['one', 'two'].map((name) => task(name, run(heldCommand(server)))).join('\n')
  const id = await propose(owner, projectId, description)
  await owner.call(executeCycle, { id })
  await commandHeld(server)
  const late = (title: string) => owner.call(addCycleTask, { id, body: { title, description: file('a.txt', title) } })
  const stop = owner.call(stopCycle, { id })
  const added = await Promise.all(['three', 'four', 'five', 'six', 'seven', 'eight'].map(late))
  expect(await stop).toMatchObject({ status: 200 })
  const taken = added.filter(({ status }) => status === 201)
  for (const { status, body } of added) if (status !== 201) expect([status, body.code]).toEqual([409, 'cycle_closed'])
  const { cycle, tasks } = await endOf(owner, id)
  expect([cycle.status, cycle.failure, tasks.length]).toEqual(['stopped', null, 2 + taken.length])
  for (const { title, ...one } of tasks) {
    expect(one).toMatchObject({ status: 'failed' })
    expect(['stopped', 'not_begun']).toContain(one.failure.code)
    if (title === 'one') expect(haltOf(one)).toBe('stopped')
  }
  await expect.poll(() => leftovers(server)).toEqual({})
})

test.runIf(isSoak)('a created task has a draft cycle of its own, and is in each of its runs', async () => {
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

test.runIf(isSoak)(
  'a task that waits for a person blocks the cycle only when nothing else is at work, and an approval merges it',
  async () => {
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
  },
)

test.runIf(isSoak)('a task that waits for a person leaves its place to the next one', async () => {
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
