import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject, withoutAgent } from '../../../../testing/cycles.ts'
import { unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { archiveProject, createProject, deleteProject, unarchiveProject } from '../../../code/projects/contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { getCycle } from '../../cycles/contract.ts'
import { getProjectRoadmap, getProjectRunDiagnostics, startProject, stopProject } from '../contract.ts'

// No worker runs here, so that a started run stays where it began.
const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  return { at, id: await emptyProject(at.owner) }
}

test('202 starts one run for two callers and a repeated call, with an audit row each and one event', async () => {
  const { at, id } = await world()
  const replies = await Promise.all([1, 2].map(() => at.owner.call(startProject, { id })))
  replies.push(await at.owner.call(startProject, { id }))
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(new Set(replies.map(({ body }) => body.runId)).size).toBe(1)
  expect(replies[0]!.body).toEqual({
    projectId: id,
    runId: expect.any(String),
    runNumber: 1,
    status: 'on',
    reason: null,
    cyclesBegun: 0,
    startedAt: expect.any(String),
    endedAt: null,
  })
  expect(await at.rows('run')).toMatchObject([{ kind: 'project', subject_id: id, status: 'active', parent_id: null }])
  const actions = (await auditOf(server, at.workspace, id)).map(({ action }) => action)
  expect(actions).toEqual(['project.create', 'project.start', 'project.start', 'project.start'])
  expect((await at.eventNames(id)).filter((name) => name.startsWith('project.run'))).toEqual(['project.run_started'])
})

test('409 if no run could begin: no code host, no agent', async () => {
  const { at, id } = await world()
  const { body: elsewhere } = await at.owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  const remote = await unchanged(server, () => at.owner.call(startProject, { id: elsewhere.id as string }))
  expect(remote).toMatchObject({ status: 409, body: { code: 'code_host_not_connected' } })
  await withoutAgent(server, id)
  const unmanned = await unchanged(server, () => at.owner.call(startProject, { id }))
  expect(unmanned).toMatchObject({ status: 409, body: { code: 'no_agent' } })
  expect(await at.rows('run')).toEqual([])
})

test('a stop ends the run and leaves a cycle that a person began; 200 also if nothing is on', async () => {
  const { at, id } = await world()
  expect(await at.owner.call(stopProject, { id })).toMatchObject({ status: 200, body: { status: 'off', runId: null } })
  await at.owner.call(startProject, { id })
  const cycle = { id: await cycleIn(server, at, id) }
  await at.owner.call(executeCycle, cycle)
  const stopped = await at.owner.call(stopProject, { id })
  expect(stopped).toMatchObject({ status: 200, body: { status: 'stopping', runNumber: 1 } })
  expect((await at.owner.call(getCycle, cycle)).body.cycle).toMatchObject({ status: 'planning' })
  expect((await at.rows('run')).map(({ kind, status }) => [kind, status])).toEqual([
    ['project', 'cancelling'],
    ['cycle', 'active'],
  ])
  expect((await at.owner.call(startProject, { id })).body).toMatchObject({ status: 'on', runNumber: 2, endedAt: null })
})

test('archiving and deleting a project end its run, and an archived one is not started', async () => {
  const { at, id } = await world()
  await at.owner.call(startProject, { id })
  expect((await at.owner.call(archiveProject, { id })).status).toBe(200)
  expect(await at.rows('run')).toMatchObject([{ status: 'cancelling' }])
  const refused = await unchanged(server, () => at.owner.call(startProject, { id }))
  expect(refused).toMatchObject({ status: 409, body: { code: 'project_archived' } })
  await at.owner.call(unarchiveProject, { id })
  expect((await at.owner.call(startProject, { id })).body).toMatchObject({ runNumber: 2 })
  await at.owner.call(deleteProject, { id })
  expect((await at.rows('run')).map(({ status }) => status)).toEqual(['cancelling', 'cancelling'])
})

test('diagnostics have the steps of the run, and 404 before the first start', async () => {
  const { at, id } = await world()
  expect(await at.owner.call(getProjectRunDiagnostics, { id })).toMatchObject({ status: 404, body: { code: 'no_run' } })
  await at.owner.call(startProject, { id })
  expect((await at.owner.call(getProjectRunDiagnostics, { id })).body).toMatchObject({
    runNumber: 1,
    status: 'active',
    engineStatus: 'created',
    failure: null,
    parked: [],
    carriedOutBy: null,
    steps: [{ seq: 1, name: 'advance', status: 'queued', attempt: 0 }],
  })
})

test('clients who may view read the roadmap and start nothing; those who may steer do', async () => {
  const { at, id } = await world()
  await at.grant(id, at.clientId, 'view')
  const refused = await unchanged(server, () => at.client.call(startProject, { id }))
  expect(refused.status).toBe(403)
  expect((await at.client.call(getProjectRoadmap, { id })).status).toBe(200)
  await at.grant(id, at.clientId, 'steer')
  expect((await at.client.call(startProject, { id })).status).toBe(202)
  expect((await at.client.call(stopProject, { id })).status).toBe(200)
})
