import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { headOf } from '../../../testing/repositories/revisions.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { archiveProject } from '../../code/projects/contract.ts'
import { deleteCycle, listCycles } from '../cycles/contract.ts'
import { goBack } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

/** A project with two revisions of one repository. */
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const first = await headOf(at.owner, projectId)
  const expectedRevisionId = await addRevision(projectId, 2)
  const input = { id: projectId, body: { revisionId: first.revisionId, expectedRevisionId } }
  return { at, projectId, first, input }
}

const addRevision = async (projectId: string, generation: number): Promise<string> => {
  const id = uuidv7()
  await asOwner(
    server,
    `insert into revision select $2, workspace_id, project_id, $3, repository_id, branch, commit_sha, manifest,
       manifest_sha256, 'merge', null, created_at + interval '1 second' from revision
     where project_id = $1 and generation = 1`,
    [projectId, id, generation],
  )
  await asOwner(server, 'update project set head_revision_id = $2 where id = $1', [projectId, id])
  return id
}

test('202 with a draft that names the revision, an audit row and an event; the head stays', async () => {
  const { at, projectId, first, input } = await world()
  const { status, body } = await at.member.call(goBack, input)
  expect([status, body]).toMatchObject([
    202,
    {
      adopted: false,
      cycle: {
        projectId,
        status: 'draft',
        title: 'Go back to revision 1',
        description: expect.stringContaining(first.commitSha),
        restoresRevisionId: first.revisionId,
        revertsCycleId: null,
      },
    },
  ])
  expect(await at.eventNames(body.cycle.id)).toEqual(['cycle.proposed'])
  expect(await auditOf(server, at.workspace, body.cycle.id)).toMatchObject([
    {
      action: 'cycle.revert',
      category: 'create',
      details: {
        projectId,
        restoresRevisionId: first.revisionId,
        restoresFromRevisionId: input.body.expectedRevisionId,
      },
    },
  ])
  expect((await headOf(at.owner, projectId)).revisionId).toBe(input.body.expectedRevisionId)
})

test('409 for all but one of ten callers at once, until the proposal is deleted', async () => {
  const { at, input } = await world()
  const replies = await Promise.all(Array.from({ length: 10 }, () => at.owner.call(goBack, input)))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)])
  const again = await unchanged(server, () => at.owner.call(goBack, input))
  expectError(again, 409, 'revision_restoring')
  const { body } = replies.find(({ status }) => status === 202)!
  expect((await at.owner.call(listCycles, {})).body).toHaveLength(1)
  expect((await at.owner.call(deleteCycle, { id: body.cycle.id })).status).toBe(200)
  expect((await at.owner.call(goBack, input)).status).toBe(202)
})

test('409 once the project has a newer revision than the caller knows', async () => {
  const { at, projectId, input } = await world()
  await addRevision(projectId, 3)
  const reply = await unchanged(server, () => at.owner.call(goBack, input))
  expectError(reply, 409, 'revision_moved')
})

test('409 for the newest revision', async () => {
  const { at, input } = await world()
  const newest = { ...input, body: { ...input.body, revisionId: input.body.expectedRevisionId } }
  const reply = await unchanged(server, () => at.owner.call(goBack, newest))
  expectError(reply, 409, 'revision_is_newest')
})

test('409 for a revision in another repository than that of the project', async () => {
  const { at, first, input } = await world()
  const other = await headOf(at.owner, await emptyProject(at.owner))
  await asOwner(
    server,
    'update revision set repository_id = (select repository_id from revision where id = $2) where id = $1',
    [first.revisionId, other.revisionId],
  )
  const reply = await unchanged(server, () => at.owner.call(goBack, input))
  expectError(reply, 409, 'revision_of_other_repository')
})

test('404 for an unknown and another project’s revision, and 400 for a malformed id', async () => {
  const [{ at, input }, other] = await Promise.all([world(), world()])
  for (const revisionId of [uuidv7(), other.first.revisionId]) {
    const reply = await unchanged(server, () =>
      at.owner.call(goBack, { ...input, body: { ...input.body, revisionId } }),
    )
    expectError(reply, 404, 'revision_not_found')
  }
  const malformed = { ...input, body: { ...input.body, revisionId: 'nonsense' } }
  expectError(await unchanged(server, () => at.owner.call(goBack, malformed)), 400, 'invalid_request')
})

test('400 for a body with both ways, with neither, and with half of a way', async () => {
  const { at, input } = await world()
  const { revisionId, expectedRevisionId } = input.body
  for (const body of [{}, { revisionId }, { expectedRevisionId }, { ...input.body, cycleId: revisionId }]) {
    const reply = await unchanged(server, () => at.owner.call(goBack, { ...input, body }))
    expectError(reply, 400, 'invalid_request', [{ path: '', message: expect.any(String) as string, rule: 'oneOf' }])
  }
})

test('403 for a client who may steer, and 409 in an archived project', async () => {
  const { at, projectId, input } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  expectError(await unchanged(server, () => at.client.call(goBack, input)), 403, 'forbidden')
  expect((await at.owner.call(archiveProject, { id: projectId })).status).toBe(200)
  expectError(await unchanged(server, () => at.owner.call(goBack, input)), 409, 'project_archived')
})
