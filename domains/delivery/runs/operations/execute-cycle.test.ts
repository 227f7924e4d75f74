import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { handlersOf } from '../../../../apps/server/domains.ts'
import { callerOf } from '../../../../testing/caller.ts'
import { keptLog } from '../../../../testing/runner/kept-log.ts'
import { listenAgain } from '../../../../testing/network/listener.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { whileRunsAreRefused } from '../../../../testing/runs/refused-runs.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject, updateProject } from '../../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { createTask, proposeCycle, startProject } from '../../planning/contract.ts'
import { executeCycle, getCycleRunDiagnostics } from '../contract.ts'
import { getCycle } from '../../cycles/contract.ts'
import { cycleStatuses, statusAfter, type CycleStatus } from '../../cycles/rules.ts'

// No worker runs here, so that a started run stays where it began.
const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: CycleStatus = 'draft') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId, status) } }
}
const mayExecute = (status: CycleStatus) => statusAfter(status, 'execute') !== undefined

test.each(cycleStatuses.filter(mayExecute))(
  '200 for a cycle that is %s: a run is queued, with its audit row and event',
  async (status) => {
    const { scene: at, projectId, input } = await world(status)
    const reply = await at.owner.call(executeCycle, { ...input, query: { mode: 'sandbox' } })
    expect({ status: reply.status, body: reply.body }).toEqual({
      status: 200,
      body: { cycleId: input.id, runId: expect.any(String), runNumber: 1, status: 'planning' },
    })
    const { runId } = reply.body
    expect(await at.rows('run')).toMatchObject([{ id: runId, subject_id: input.id, number: 1, status: 'active' }])
    expect(await at.rows('run_step')).toMatchObject([{ run_id: runId, seq: 1, name: 'plan', status: 'queued' }])
    expect(await auditOf(server, at.workspace, input.id)).toMatchObject([
      {
        action: 'cycle.execute',
        category: 'execute',
        outcome: 'success',
        actorType: 'api_key',
        requestId: reply.headers.get('x-request-id'),
        details: { projectId, runNumber: 1 },
      },
    ])
    expect(await at.eventNames(input.id)).toEqual(['cycle.planning'])
    expect((await at.owner.call(getCycle, input)).body.cycle).toMatchObject({
      status: 'planning',
      runNumber: 1,
      failure: null,
    })
  },
)

test.runIf(isLong).each(cycleStatuses.filter((status) => !mayExecute(status)))(
  '409 for a cycle that is %s',
  async (status) => {
    const { scene: at, input } = await world(status)
    const reply = await unchanged(server, () => at.owner.call(executeCycle, input))
    expect(reply).toMatchObject({ status: 409, body: { code: 'cycle_not_executable' } })
  },
)

test('409 for repositories on a code host that is not connected, without a run', async () => {
  const at = await scene(server)
  const { body: project } = await at.owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  const id = await cycleIn(server, at, project.id as string)
  const reply = await unchanged(server, () => at.owner.call(executeCycle, { id }))
  expect(reply).toMatchObject({ status: 409, body: { code: 'code_host_not_connected' } })
  expect(reply.body.error).toContain('atelier import')
  expect((await at.owner.call(getCycle, { id })).body.cycle).toMatchObject({ status: 'draft', runNumber: 0 })
})

test('200 for a project created before projects without repositories got a history, once for two callers', async () => {
  const { scene: at, projectId, input } = await world()
  const other = { id: await cycleIn(server, at, projectId) }
  const forget = ['update project set head_revision_id = null where id = $1']
  forget.push('delete from revision where project_id = $1')
  forget.push('delete from repository_ref where repository_id in (select id from repository where project_id = $1)')
  forget.push('delete from repository_pack where repository_id in (select id from repository where project_id = $1)')
  forget.push('delete from repository where project_id = $1')
  for (const statement of forget) await asOwner(server, statement, [projectId])
  const replies = await Promise.all([input, other].map((each) => at.owner.call(executeCycle, each)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await at.rows('repository')).toMatchObject([{ project_id: projectId, host: 'native-repos', attached: false }])
  expect((await at.owner.call(getProjectRevisionHead, { id: projectId })).body).toMatchObject({ generation: 1 })
})

test('400 for an unknown mode', async () => {
  const { scene: at, input } = await world()
  const reply = await unchanged(server, () => at.owner.call(executeCycle, { ...input, query: { mode: 'cloud' } }))
  expect(reply).toMatchObject({ status: 400, body: { fields: [{ path: 'mode', rule: 'enum' }] } })
})

test('409 for all but one of a hundred callers at once', async () => {
  const { scene: at, input } = await world()
  const replies = await Promise.all(Array.from({ length: 100 }, () => at.owner.call(executeCycle, input)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(99).fill(409)])
  expect(await at.rows('run')).toHaveLength(1)
  expect(await at.auditActions(input.id)).toEqual(['cycle.execute'])
  expect(await at.eventNames(input.id)).toEqual(['cycle.planning'])
})

test('502 when the run cannot be queued, without a change, and 200 for a retry', async () => {
  const { scene: at, projectId, input } = await world('failed')
  await at.owner.call(updateProject, { id: projectId, body: { intake: { sort: 'on' } } })
  const described = { projectId, description: 'Show the hours.' }
  const beginners = [
    [executeCycle, input],
    [startProject, { id: projectId }],
    [proposeCycle, { body: { ...described, title: 'Hours' } }],
    [createTask, { body: described }],
  ] as const
  await whileRunsAreRefused(server, async () => {
    const replies = () => Promise.all(beginners.map(([operation, of]) => at.owner.call(operation, of)))
    for (const reply of await unchanged(server, replies)) expectError(reply, 502, 'dispatch_failed')
  })
  expect(await at.owner.call(getCycleRunDiagnostics, input)).toMatchObject({ status: 404, body: { code: 'no_run' } })
  expect(await at.owner.call(executeCycle, input)).toMatchObject({ status: 200, body: { runNumber: 1 } })
})

test('500 with its cause in the log for a bug at the start of a run, without a change', async () => {
  const { scene: at, input } = await world()
  const engine = { ...server.parts.engine, start: () => Promise.reject(new TypeError('no such step')) }
  const { logger, said } = keptLog()
  const baseUrl = await listenAgain(server, { handlers: handlersOf({ ...server.parts, engine }), logger })
  const reply = await unchanged(server, () => callerOf(baseUrl, at.owner.key).call(executeCycle, input))
  expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect(said().filter(({ level }) => level >= 50)).toMatchObject([{ err: { message: 'no such step' } }])
})

test('200 for a client who may steer the project', async () => {
  const { scene: at, projectId, input } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  expect(await at.client.call(executeCycle, input)).toMatchObject({ status: 200 })
})
