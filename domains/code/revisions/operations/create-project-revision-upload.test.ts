import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import {
  finalizeRevision,
  headOf,
  nextBundle,
  revisionBody,
  uploadedRevision,
} from '../../../../testing/repositories/revisions.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createProject } from '../../projects/contract.ts'
import { createProjectRevisionUpload } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '6' })
const first = await bundleOf({ 'a.txt': 'a' })
const next = await nextBundle(first, { 'b.txt': 'b' })

const imported = async () => {
  const world = await scene(server)
  const { projectId: id } = await importProject(world.owner, first)
  return { world, id, body: revisionBody(next, await headOf(world.owner, id)) }
}

test.runIf(isLong)('201 begins a session with its upload target, and leaves one audit row', async () => {
  const { world, id, body } = await imported()
  const reply = await world.member.call(createProjectRevisionUpload, { id, body })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      projectId: id,
      status: 'accepting',
      expectedRevisionId: body.expectedRevisionId,
      expectedGeneration: 1,
      rejection: null,
      upload: { method: 'PUT', sizeBytes: next.bytes.length, sha256: next.sha256 },
    },
  })
  expect(reply.body.upload.path).toBe(`/v1/api/projects/${id}/revisions/uploads/${String(reply.body.id)}/bundle`)
  const rows = await auditOf(server, world.workspace, id)
  expect(rows.at(-1)).toMatchObject({ action: 'revision.begin', details: { commitSha: next.commitSha } })
})

test.runIf(isLong)(
  '200 for the same key and payload, to one of twenty callers at once 201, and after the head has moved',
  async () => {
    const { world, id, body } = await imported()
    const twins = Array.from({ length: 20 }, () => world.owner.call(createProjectRevisionUpload, { id, body }))
    const replies = await Promise.all(twins)
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect((await finalizeRevision(world.owner, await uploadedRevision(world.owner, id, next))).status).toBe(201)
    expect((await world.owner.call(createProjectRevisionUpload, { id, body })).status).toBe(200)
  },
)

test('200 for a colleague with the same key and payload, with the session of the first', async () => {
  const { world, id, body } = await imported()
  const begun = await world.owner.call(createProjectRevisionUpload, { id, body })
  const again = await world.member.call(createProjectRevisionUpload, { id, body })
  expect([again.status, again.body.id]).toEqual([200, begun.body.id])
})

test('409 for a key with another payload, before anything else is looked at', async () => {
  const { world, id, body } = await imported()
  await world.owner.call(createProjectRevisionUpload, { id, body })
  const other = { ...body, expectedGeneration: 7 }
  const reply = await unchanged(server, () => world.owner.call(createProjectRevisionUpload, { id, body: other }))
  expectError(reply, 409, 'idempotency_key_reused')
})

test.runIf(isLong)('409 for another generation, another revision, and the revision of another project', async () => {
  const [{ world, id, body }, elsewhere] = await Promise.all([imported(), imported()])
  const { expectedRevisionId } = elsewhere.body
  for (const change of [
    { expectedGeneration: 2 },
    { expectedGeneration: 0 },
    { expectedRevisionId },
    { expectedRevisionId: id },
  ]) {
    const input = { id, body: { ...body, ...change } }
    const reply = await unchanged(server, () => world.owner.call(createProjectRevisionUpload, input))
    expectError(reply, 409, 'revision_moved')
  }
})

test.runIf(isLong)('400 for a manifest that is not bound to the rest', async () => {
  const { world, id, body } = await imported()
  const wrong = { ...body, commitSha: 'f'.repeat(40), manifestSha256: '0'.repeat(64) }
  const reply = await unchanged(server, () => world.owner.call(createProjectRevisionUpload, { id, body: wrong }))
  expectError(reply, 400, 'invalid_request')
  expect(reply.body.fields.map(({ path }: { path: string }) => path)).toEqual(['manifest.commitSha', 'manifestSha256'])
})

test.runIf(isLong)('409 for a project on a code host', async () => {
  const { world, body } = await imported()
  const made = await world.owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  const input = { id: made.body.id as string, body: { ...body, idempotencyKey: 'on-a-code-host-0001' } }
  const reply = await unchanged(server, () => world.owner.call(createProjectRevisionUpload, input))
  expectError(reply, 409, 'repository_backed')
})

test('403 for a client, also with a steer grant', async () => {
  const { world, id, body } = await imported()
  await world.grant(id, world.clientId, 'steer')
  const reply = await unchanged(server, () => world.client.call(createProjectRevisionUpload, { id, body }))
  expectError(reply, 403, 'forbidden')
})
