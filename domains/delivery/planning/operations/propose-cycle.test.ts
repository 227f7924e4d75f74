import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { stateOf } from '../../../../testing/database-state.ts'
import { proposeCycle, startProject, stopProject } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const words = { title: 'A title', description: 'A change' }

test('202 with a draft without a run, its audit row and its event', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const { status, body, headers } = await at.owner.call(proposeCycle, {
    body: { projectId, ...words, targetBranch: 'next' },
  })
  expect({ status, body }).toEqual({
    status: 202,
    body: {
      adopted: false,
      cycle: {
        id: expect.any(String),
        projectId,
        handle: 'EMP-1',
        ...words,
        targetBranch: 'next',
        status: 'draft',
        runNumber: 0,
        runId: null,
        baseSha: null,
        mergedSha: null,
        revisionId: null,
        failure: null,
        restoresRevisionId: null,
        revertsCycleId: null,
        revertedByCycleId: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: body.cycle.createdAt,
        statusChangedAt: body.cycle.createdAt,
      },
    },
  })
  const { id } = body.cycle
  expect(await auditOf(server, at.workspace, id)).toMatchObject([
    {
      action: 'cycle.propose',
      category: 'create',
      outcome: 'success',
      actorType: 'api_key',
      source: 'api',
      resourceType: 'cycle',
      resourceId: id,
      requestId: headers.get('x-request-id'),
      details: { title: words.title, projectId },
    },
  ])
  expect(await at.eventNames(id)).toEqual(['cycle.proposed'])
})

test('202 with a draft that is adopted while the run of the project is on, and not before or after', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const propose = async () => (await at.owner.call(proposeCycle, { body: { projectId, ...words } })).body
  expect(await propose()).toMatchObject({ adopted: false, cycle: { status: 'draft', runNumber: 0 } })
  await at.owner.call(startProject, { id: projectId })
  const body = await propose()
  expect(body).toMatchObject({ adopted: true, cycle: { status: 'draft', runNumber: 0 } })
  await at.owner.call(stopProject, { id: projectId })
  expect(await propose()).toMatchObject({ adopted: false })
  expect(await at.eventNames(body.cycle.id)).toEqual(['cycle.proposed'])
})

test('202 for a client who may steer the project', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'steer')
  expect(await at.client.call(proposeCycle, { body: { projectId, ...words } })).toMatchObject({ status: 202 })
})

test('202 for the longest texts, counted in characters', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const body = { projectId, title: '𝄞'.repeat(200), description: 'ü'.repeat(10_000) }
  const reply = await at.owner.call(proposeCycle, { body })
  expect(reply).toMatchObject({ status: 202, body: { cycle: { title: body.title, description: body.description } } })
})

test('400 lists every invalid field, without a change', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const fieldsOf = async (body: object) => {
    const reply = await at.owner.call(proposeCycle, { body })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    return (reply.body.fields as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`).sort()
  }
  const before = await stateOf(server, at.workspace)
  expect(await fieldsOf({})).toEqual(['description required', 'projectId required', 'title required'])
  expect(await fieldsOf({ projectId: 'x', title: '', description: '', targetBranch: '-x', more: 1 })).toEqual([
    'description minLength',
    'more unknown',
    'projectId format',
    'targetBranch pattern',
    'title minLength',
  ])
  const long = { projectId, title: 'x'.repeat(201), description: 'x'.repeat(10_001), targetBranch: 'a b' }
  expect(await fieldsOf(long)).toEqual(['description maxLength', 'targetBranch pattern', 'title maxLength'])
  expect(await fieldsOf({ projectId, title: 1, description: null })).toEqual(['description type', 'title type'])
  expect(await fieldsOf({ projectId, title: 'a\0b', description: 'a\0b' })).toEqual(['description nul', 'title nul'])
  for (const targetBranch of ['a..b', 'a.lock', 'a/', '/a', '@{', 'a//b', '.a', 'a.'])
    expect(await fieldsOf({ projectId, ...words, targetBranch })).toEqual(['targetBranch pattern'])
  expect(await stateOf(server, at.workspace)).toEqual(before)
})

test('400 for an invalid body, also with a missing project', async () => {
  const at = await scene(server)
  const body = { projectId: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', title: '', description: 'A change' }
  expect(await at.owner.call(proposeCycle, { body })).toMatchObject({ status: 400 })
})
