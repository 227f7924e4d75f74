import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { wholeChain } from '../../../../testing/audit/audit-chain.ts'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { executeCycle } from '../../../delivery/runs/contract.ts'
import { createProject } from '../../../code/projects/contract.ts'
import { getAuditEntry, listAuditLog } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const newestOf = async ({ owner }: Scene, query: Record<string, unknown> = {}) =>
  (await owner.call(listAuditLog, { query: { limit: 1, ...query } })).body.rows[0] as Record<string, unknown> & {
    id: string
  }

test('403 for a member, a client and a key restricted to projects', async () => {
  const at = await scene(server)
  await writeAudit(server, at, {})
  const { id } = await newestOf(at)
  const { caller } = await at.join('owner', { projectIds: [uuidv7()] })
  for (const one of [at.member, at.client, caller])
    expectError(await unchanged(server, () => one.call(getAuditEntry, { id })), 403, 'forbidden')
})

test('200 shows the row as in the list, with its proof', async () => {
  const at = await scene(server)
  await writeAudit(server, at, { details: { before: 1, after: 2 } })
  const row = await newestOf(at)
  const [chained] = (await wholeChain(server, at.workspace)).slice(-1) as unknown as [
    { hash: Buffer; detailsHash: string },
  ]
  const { status, body } = await at.owner.call(getAuditEntry, { id: row.id })
  expect([status, body]).toEqual([
    200,
    {
      ...row,
      metadata: { before: 1, after: 2 },
      hash: chained.hash.toString('hex'),
      detailsHash: chained.detailsHash,
      events: [],
      runs: [],
      logs: [],
    },
  ])
})

const executed = async () => {
  const at = await scene(server)
  const id = await cycleIn(server, at, await emptyProject(at.owner))
  const traceparent = `00-${uuidv7().replaceAll('-', '')}-${'cd'.repeat(8)}-01`
  const { status, body } = await at.owner.call(executeCycle, { id, headers: { traceparent } })
  expect(status).toBe(200)
  return { at, id, runId: body.runId as string, traceId: traceparent.slice(3, 35) }
}

test('200 adds the events and runs of the trace, their step errors and check logs', async () => {
  const { at, id, runId, traceId } = await executed()
  const taskId = uuidv7()
  await asOwner(
    server,
    `with failed as (update run_step set error = '{"message":"No sandbox can be made"}' where run_id = $1),
       added as (insert into task (id, workspace_id, project_id, cycle_id, number, title, description, status,
         status_changed_at, created_at, updated_at)
         select $2, workspace_id, project_id, id, 1, 'Task', '', 'building', now(), now(), now() from cycle where id = $3)
     select 1`,
    [runId, taskId, id],
  )
  await asOwner(
    server,
    `insert into task_check (workspace_id, task_id, run_id, phase, name, command, outcome, duration_ms, log, created_at)
     values ($1, $2, $3, 'task', 'test', 'npm test', 'failed', 5, $4, now() + interval '1 s')`,
    [at.workspace, taskId, runId, `${'x'.repeat(5_000)}the end`],
  )
  const { id: entryId } = await newestOf(at, { action: 'cycle.execute' })
  const { status, body } = await at.owner.call(getAuditEntry, { id: entryId })
  expect(status).toBe(200)
  expect(body.traceId).toBe(traceId)
  expect(body.runs).toMatchObject([
    { id: runId, kind: 'cycle', subjectId: id, number: 1, status: 'active', endedAt: null },
  ])
  expect(body.logs).toMatchObject([
    { source: 'step', runId, taskId: null, name: 'plan', text: 'No sandbox can be made' },
    { source: 'check', runId, taskId, name: 'task test' },
  ])
  expect(body.logs[1].text).toHaveLength(4_000)
  expect(body.logs[1].text).toMatch(/^….*the end$/)
})

test.each(['agent', 'system'] as const)('200 names the run of an action of %s, and adds nothing else', async (type) => {
  const { at, runId } = await executed()
  await writeAudit(server, at, { action: 'task.merge', actor: { type, id: runId } })
  await writeAudit(server, at, { action: 'project.update', traceId: 'ab'.repeat(16) })
  const merged = await at.owner.call(getAuditEntry, { id: (await newestOf(at, { action: 'task.merge' })).id })
  expect(merged.body).toMatchObject({ runs: [{ id: runId }], events: [] })
  const other = await at.owner.call(getAuditEntry, { id: (await newestOf(at)).id })
  expect(other.body).toMatchObject({ runs: [], events: [], logs: [] })
})

test('200 adds events of the trace, oldest first, and none of a neighbour with the same trace', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const headers = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` }
  for (const one of [at, neighbour]) await emptyProjectIn(one, headers)
  await emptyProjectIn(at, headers)
  const { body } = await at.owner.call(getAuditEntry, { id: (await newestOf(at)).id })
  expect(body.events).toMatchObject([
    { eventType: 'project.created' },
    { eventType: 'project.created', entityId: body.resourceId as string },
  ])
})

const emptyProjectIn = async ({ owner }: Scene, headers: Record<string, string>) => {
  expect((await owner.call(createProject, { body: {}, headers })).status).toBe(201)
}
