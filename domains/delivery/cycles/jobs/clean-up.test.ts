import { expect, test } from 'vitest'
import { endOf, fileBlock, library, mergeUnverified, propose, runCycle } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand, heldProcesses, holdRow, holdStep } from '../../../../testing/held.ts'
import { leftovers, refsIn } from '../../../../testing/leftovers.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { triedOf } from '../../../../testing/soak.ts'
import { deleteProject, getProject } from '../../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { getProjectFileContent, listProjectBranches } from '../../repository-reads/contract.ts'
import { getTaskReviewEvidence, listTasks } from '../../tasks/contract.ts'
import { executeCycle, getCycle, getCycleRunDiagnostics, stopCycle, updateCycle } from '../contract.ts'

const server = await testServer()

const world = async (checks: readonly { name: string; command: string }[] = []) => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(library))
  await mergeUnverified(at.owner, projectId, { checks })
  return { at, projectId, revisionId }
}
type World = Awaited<ReturnType<typeof world>>

const start = async ({ at, projectId }: World, description = fileBlock('NOTES.md', 'x\n')) => {
  const id = await propose(at.owner, projectId, description)
  expect((await at.owner.call(executeCycle, { id })).status).toBe(200)
  return id
}

/** The cycle is stopped, its branches are those that its rows know, nothing else is left, and the target is where it was. */
const expectStopped = async ({ at, projectId, revisionId }: World, id: string) => {
  const { cycle, tasks } = await endOf(at.owner, id)
  expect(cycle).toMatchObject({ status: 'stopped', failure: null, mergedSha: null, revisionId: null })
  for (const task of tasks) expect(task).toMatchObject({ status: 'failed', failure: { code: 'stopped' } })
  await expect.poll(() => leftovers(server)).toEqual({})
  expect(await refsIn(server, projectId)).toEqual(await refsOfRows(at))
  const { body: head } = await at.owner.call(getProjectRevisionHead, { id: projectId })
  expect(head).toMatchObject({ revisionId })
  expect(await refsIn(server, projectId, 'refs/heads/')).toEqual({ 'refs/heads/main': head.commitSha })
  expect((await at.eventNames(id)).slice(-2)).toEqual(['cycle.stopping', 'cycle.stopped'])
  expect((await at.owner.call(getCycleRunDiagnostics, { id })).body).toMatchObject({ status: 'cancelled', parked: [] })
}

/** What the tables name of the branches of all runs of one cycle. */
const refsOfRows = async (at: World['at']) => {
  const [cycles, tasks] = [await at.rows('cycle'), await at.rows('task')]
  const named = [
    ...cycles.map((row) => [row.integration_branch, row.integration_sha]),
    ...tasks.map((row) => [row.branch, row.head_sha]),
  ]
  return Object.fromEntries(named.filter(([name, sha]) => name !== null && sha !== null)) as Record<string, string>
}

const expectCompleted = async ({ at }: World, id: string, runNumber: number) => {
  await at.owner.call(updateCycle, { id, body: { description: fileBlock('NOTES.md', 'x\n') } })
  expect(await runCycle(at.owner, id)).toMatchObject({ cycle: { status: 'completed', runNumber } })
}

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
// Before a task, while its agent is at work, and where the target moves.
const chosen = ['plan', 'build-task', 'deliver']

test.each(triedOf(steps, chosen))(
  'a stop at %s leaves nothing but what was committed, and the cycle can run again',
  async (step) => {
    const made = await world()
    const held = await holdStep(server, step)
    const id = await start(made)
    await held.reached()
    const stopping = made.at.owner.call(stopCycle, { id })
    await held.someoneWaits()
    await held.release()
    expect(await stopping).toMatchObject({ status: 200, body: { status: 'stopping' } })
    await expectStopped(made, id)
    await expectCompleted(made, id, 2)
  },
)

test('what a task committed before a stop stays readable, also once the cycle has run again', async () => {
  const made = await world([{ name: 'slow', command: `test ! -e NOTES.md || { ${heldCommand(server)}; }` }])
  const id = await start(made)
  await commandHeld(server)
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await expectStopped(made, id)
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
  expect(await refsIn(server, made.projectId)).toEqual(await refsOfRows(made.at))
})

test('a stop before the target branch moves leaves the branch unchanged', async () => {
  const made = await world()
  const held = await holdStep(server, 'deliver')
  const id = await start(made)
  await held.reached()
  const row = await holdRow(server, 'project', made.projectId)
  await held.release()
  await row.someoneWaits()
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await row.release()
  await expectStopped(made, id)
})

test('a stop restores a target branch that a dead process moved without recording it', async () => {
  const made = await world()
  const held = await holdStep(server, 'deliver')
  const id = await start(made)
  await held.reached()
  const { repositories } = server.parts
  const refs = await refsIn(server, made.projectId, 'refs/')
  const [merged] = Object.entries(refs)
    .find(([name]) => name.endsWith('/integration'))!
    .slice(1)
  const [repository] = await made.at.rows('repository')
  const move = { from: refs['refs/heads/main']!, to: merged! }
  expect(await repositories.moveRef(String(repository!.id), 'refs/heads/main', move)).toBe('moved')
  const stopping = made.at.owner.call(stopCycle, { id })
  await held.someoneWaits()
  await held.release()
  expect((await stopping).status).toBe(200)
  await expectStopped(made, id)
})

test('a stop ends a command of the agent', async () => {
  const made = await world()
  const id = await start(made, `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`)
  await commandHeld(server)
  expect(await heldProcesses(server)).not.toEqual([])
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await expectStopped(made, id)
})

test('a stop ends a check on the base and one on the change', async () => {
  const made = await world([{ name: 'slow', command: heldCommand(server) }])
  const id = await start(made)
  await commandHeld(server)
  await made.at.owner.call(stopCycle, { id })
  await expectStopped(made, id)
  expect((await made.at.owner.call(executeCycle, { id })).status).toBe(200)
  await (await commandHeld(server)).release()
  await commandHeld(server)
  await made.at.owner.call(stopCycle, { id })
  await expectStopped(made, id)
})

test('deleting a project ends the run of its cycle', async () => {
  const made = await world([{ name: 'slow', command: heldCommand(server) }])
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
  expect(await refsIn(server, projectId)).toEqual(await refsOfRows(at))
})
