import { expect, test } from 'vitest'
import { mergeUnverified, endOf } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand, heldProcesses, holdRow, holdStep } from '../../../../testing/runs/held-commands.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { testServer } from '../../../../testing/server.ts'
import { expectCompleted, expectStopped, start, stoppable } from '../../../../testing/runs/stopped-cycles.ts'
import { deleteProject, getProject } from '../../../code/projects/contract.ts'
import { getProjectFileContent, listProjectBranches } from '../../repository-reads/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { listTasks } from '../../tasks/contract.ts'
import { executeCycle, getCycleRunDiagnostics } from '../contract.ts'
import { getCycle, stopCycle } from '../../cycles/contract.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'

// One sandbox for runs, and one for requests.
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3' })

test.runIf(isLong)('the commits of a task before a stop stay readable, also once the cycle has run again', async () => {
  const made = await stoppable(server, [{ name: 'slow', command: `test ! -e NOTES.md || { ${heldCommand(server)}; }` }])
  const id = await start(made)
  await commandHeld(server)
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await expectStopped(server, made, id)
  const [task] = (await made.at.owner.call(getCycle, { id })).body.tasks as [{ id: string; headSha: string }]
  const expectReadable = async () => {
    const { branches } = (await made.at.owner.call(listProjectBranches, { id: made.projectId })).body
    const branch = (branches as { taskId: string; name: string }[]).find(({ taskId }) => taskId === task.id)!
    expect(branch).toMatchObject({ kind: 'task', headSha: task.headSha })
    const read = { id: made.projectId, query: { ref: branch.name, path: 'NOTES.md' } }
    expect(await made.at.owner.call(getProjectFileContent, read)).toMatchObject({
      status: 200,
      body: { content: 'x\n' },
    })
    const evidence = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
    expect(evidence).toMatchObject({ status: 200, body: { files: [{ path: 'NOTES.md' }] } })
  }
  await expectReadable()
  await mergeUnverified(made.at.owner, made.projectId, { checks: [] })
  await expectCompleted(made, id, 2)
  await expectReadable()
})

test('a stop before the target branch moves leaves the branch unchanged', async () => {
  const made = await stoppable(server)
  const held = await holdStep(server, 'deliver')
  const id = await start(made)
  await held.reached()
  const row = await holdRow(server, 'project', made.projectId)
  await held.release()
  await row.someoneWaits()
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await row.release()
  await expectStopped(server, made, id)
})

test.runIf(isLong)('a stop ends a command of the agent', async () => {
  const made = await stoppable(server)
  const id = await start(made, `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`)
  await commandHeld(server)
  expect(await heldProcesses(server)).not.toEqual([])
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await expectStopped(server, made, id)
})

test.runIf(isLong)('deleting a project ends the run of its cycle', async () => {
  const made = await stoppable(server, [{ name: 'slow', command: heldCommand(server) }])
  const { at, projectId } = made
  const id = await start(made)
  await commandHeld(server)
  expect(await at.owner.call(deleteProject, { id: projectId })).toMatchObject({ status: 200 })
  for (const [operation, input] of [
    [getProject, { id: projectId }],
    [getCycle, { id }],
    [executeCycle, { id }],
    [stopCycle, { id }],
    [getCycleRunDiagnostics, { id }],
  ] as const)
    expect(await at.owner.call(operation, input)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await at.owner.call(listTasks)).body).toEqual([])
  await expect.poll(() => leftovers(server)).toEqual({})
  expect(await at.rows('cycle')).toMatchObject([{ status: 'stopped' }])
  expect(await at.rows('run')).toMatchObject([{ status: 'cancelled' }])
})

const steps = [
  'plan',
  'check-base',
  'build-task',
  'check-task',
  'review-task',
  'merge-task',
  'prepare-delivery',
  'deliver',
]

test.runIf(isSoak).each(steps)(
  'a stop at %s leaves nothing but committed work, and the cycle can run again',
  async (step) => {
    const made = await stoppable(server)
    const held = await holdStep(server, step)
    const id = await start(made)
    await held.reached()
    const stopping = made.at.owner.call(stopCycle, { id })
    await held.someoneWaits()
    await held.release()
    expect(await stopping).toMatchObject({ status: 200, body: { status: 'stopping' } })
    await expectStopped(server, made, id)
    await expectCompleted(made, id, 2)
  },
)

test.runIf(isSoak)('a stop ends a check on the base and one on the change', async () => {
  const made = await stoppable(server, [{ name: 'slow', command: heldCommand(server) }])
  const id = await start(made)
  await commandHeld(server)
  await made.at.owner.call(stopCycle, { id })
  await expectStopped(server, made, id)
  expect((await made.at.owner.call(executeCycle, { id })).status).toBe(200)
  await (await commandHeld(server)).release()
  await commandHeld(server)
  await made.at.owner.call(stopCycle, { id })
  await expectStopped(server, made, id)
})

test.runIf(isSoak)('stopping the run that holds the sandbox lets the waiting one continue', async () => {
  const first = await stoppable(server)
  const second = await stoppable(server)
  const holding = await start(first, `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`)
  await commandHeld(server)
  const waiting = await start(second)
  const { owner } = second.at
  await expect
    .poll(async () => (await owner.call(getCycleRunDiagnostics, { id: waiting })).body.engineStatus)
    .toBe('parked: sandbox')
  expect((await first.at.owner.call(stopCycle, { id: holding })).status).toBe(200)
  expect((await endOf(owner, waiting)).cycle.status).toBe('completed')
  await expectStopped(server, first, holding)
})
