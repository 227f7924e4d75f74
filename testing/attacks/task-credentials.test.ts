import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { stopCycle } from '../../domains/delivery/cycles/contract.ts'
import { getProject, listProjects } from '../../domains/code/projects/contract.ts'
import { getTask, listTasks } from '../../domains/delivery/tasks/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { mintTaskCredential } from '../../platform/access/index.ts'
import { refusalsOf } from '../audit/audit-chain.ts'
import { callerOf, withoutRequestId } from '../caller.ts'
import { emptyProject, taskIn } from '../cycles.ts'
import { endOf, library, propose, mergeProse } from '../delivery.ts'
import { commandHeld, heldCommand } from '../runs/held-commands.ts'
import { expectError, unchanged } from '../refusals.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { asOwner } from '../database-state.ts'
import { taskAgent } from '../runs/task-agent.ts'

const server = await testServer()

const agentAtWork = async (lifetimeSeconds?: number) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { at, projectId, ...(await taskAgent(server, at, { projectId }, lifetimeSeconds)) }
}

test('200 for its own task by either header, with the fields that a client sees', async () => {
  const { at, caller, taskId, secret } = await agentAtWork()
  const bearer = callerOf(server.baseUrl, { authorization: `Bearer ${secret}` })
  for (const one of [caller, bearer])
    expect((await one.call(getTask, { id: taskId })).body).toMatchObject({ id: taskId })
  expect((await caller.call(getTaskReviewEvidence, { id: taskId })).body.code).toBe('no_evidence')
  expect((await at.owner.call(getTask, { id: taskId })).status).toBe(200)
})

test('404 for other tasks, projects, operations and workspaces, always equal for an operation', async () => {
  const { at, projectId, caller, taskId } = await agentAtWork()
  const other = await taskAgent(server, at, { projectId: await emptyProject(at.owner) })
  const cycleId = (await at.rows('task')).find(({ id }) => id === taskId)!.cycle_id as string
  const beside = await taskIn(server, at, { projectId, cycleId }, 'queued', 2)
  const replies = await unchanged(server, () =>
    Promise.all([
      caller.call(getTask, { id: uuidv7() }),
      caller.call(getTask, { id: beside.id }),
      caller.call(getTask, { id: other.taskId }),
      caller.call(getTask, { id: 'nonsense' }),
      caller.call(getProject, { id: projectId }),
      caller.call(listProjects),
      caller.call(listTasks, { query: { projectId } }),
      caller.call(executeCycle, { id: cycleId }),
      caller.call(getTask, { id: taskId, headers: { 'x-organization-id': uuidv7() } }),
      caller.call(getTask, { id: taskId, headers: { 'x-client-portal': at.workspace } }),
    ]),
  )
  for (const reply of replies) expectError(reply, 404, 'not_found')
  const ofTask = [...replies.slice(0, 4), ...replies.slice(-2)]
  for (const reply of ofTask) expect(withoutRequestId(reply)).toEqual(withoutRequestId(replies[0]))
})

test('404 leaves a row that names the agent and the person it works for', async () => {
  const { at, caller, runId, projectId } = await agentAtWork()
  const reply = await caller.call(getProject, { id: projectId })
  expect(await refusalsOf(server, at.workspace)).toMatchObject([
    {
      action: 'project.get',
      outcome: 'denied',
      severity: 'warning',
      actorType: 'agent',
      actorId: runId,
      requestId: reply.headers.get('x-request-id'),
      details: { operation: 'getProject', status: 404, userId: at.clientId },
    },
  ])
})

test.each([
  ['is being stopped', `status = 'cancelling', cancelled_at = now()`],
  ['was stopped', `status = 'cancelled', cancelled_at = now(), ended_at = now()`],
  ['has finished', `status = 'finished', ended_at = now()`],
  ['has failed', `status = 'failed', failure = '{}', ended_at = now()`],
])('401 as soon as its run %s', async (_what, change) => {
  const { caller, taskId, runId } = await agentAtWork()
  expect((await caller.call(getTask, { id: taskId })).status).toBe(200)
  await asOwner(server, `update run set ${change} where id = $1`, [runId])
  expectError(await caller.call(getTask, { id: taskId }), 401, 'unauthenticated')
})

test('401 as soon as a person stops the cycle, without a message to its run', async () => {
  const at = await scene(server)
  await mergeProse(at.owner)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const id = await propose(at.owner, projectId, `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`)
  await at.owner.call(executeCycle, { id })
  await commandHeld(server)
  const [task] = await at.rows('task')
  const { id: taskId, run_id: runId } = task as { id: string; run_id: string }
  const secret = await server.database.within(at.workspace, (tx) =>
    mintTaskCredential(tx, { runId, projectId, taskId, userId: at.clientId }),
  )
  const agent = callerOf(server.baseUrl, secret)
  expect((await agent.call(getTask, { id: taskId })).status).toBe(200)
  expect((await at.owner.call(stopCycle, { id })).status).toBe(200)
  expectError(await agent.call(getTask, { id: taskId }), 401, 'unauthenticated')
  await endOf(at.owner, id)
})

test('401 after its expiry, and for a malformed or unknown one', async () => {
  const { at, caller, taskId, projectId } = await agentAtWork()
  await asOwner(
    server,
    `update task_credential set created_at = now() - interval '2 days',
    expires_at = now() - interval '1 day' where task_id = $1`,
    [taskId],
  )
  const made = `att_${'A'.repeat(43)}`
  for (const one of [caller, callerOf(server.baseUrl, made), callerOf(server.baseUrl, 'att_x')])
    expectError(await one.call(getTask, { id: taskId }), 401, 'unauthenticated')
  await taskAgent(server, at, { projectId })
  expect(await asOwner(server, 'select id from task_credential where task_id = $1', [taskId])).toEqual([])
})

test('a lifetime over a day is shortened to a day', async () => {
  const { taskId } = await agentAtWork(10 ** 9)
  const text = `select expires_at - created_at = interval '1 day' as "isDay" from task_credential where task_id = $1`
  expect(await asOwner(server, text, [taskId])).toEqual([{ isDay: true }])
})

test('only the role that compares a hash can read it, and a workspace cannot create one for another’s run', async () => {
  const { at, runId, projectId, taskId } = await agentAtWork()
  const neighbour = await scene(server)
  const read = server.database.within(at.workspace, (tx) =>
    tx.query({ text: 'select secret_hash from task_credential', values: [] }),
  )
  await expect(read).rejects.toThrow(/permission denied/)
  const work = { runId, projectId, taskId, userId: at.clientId }
  await expect(server.database.within(neighbour.workspace, (tx) => mintTaskCredential(tx, work))).rejects.toThrow()
})

test('a key works as a bearer token; another bearer token beside a session is ignored', async () => {
  const at = await scene(server)
  const bearer = callerOf(server.baseUrl, { authorization: `bearer ${at.owner.key}` })
  expect((await bearer.call(listProjects)).status).toBe(200)
  const { userId } = await at.join('member')
  const session = await at.signIn(userId)
  const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
  expect((await session.call(listProjects, { headers })).status).toBe(200)
  expectError(await callerOf(server.baseUrl, headers).call(listProjects), 401, 'unauthenticated')
})
