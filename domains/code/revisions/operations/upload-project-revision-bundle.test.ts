import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import {
  beginRevision,
  finalizeRevision,
  nextBundle,
  sendRevision,
  uploadedRevision,
} from '../../../../testing/repositories/revisions.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '6' })
const first = await bundleOf({ 'a.txt': 'a' })
const next = await nextBundle(first, { 'b.txt': 'b' })

const begun = async () => {
  const world = await scene(server)
  const { projectId: id } = await importProject(world.owner, first)
  return { world, upload: { id, uploadId: await beginRevision(world.owner, id, next) } }
}

test.runIf(isLong)('200 stores the bundle, with one audit row about the project; a repeat is accepted', async () => {
  const { world, upload } = await begun()
  const accepted = { sha256: next.sha256, sizeBytes: next.bytes.length }
  const reply = await sendRevision(world.owner, upload, next.bytes)
  expect([reply.status, reply.body]).toEqual([200, { id: upload.uploadId, status: 'uploaded', ...accepted }])
  const rows = await auditOf(server, world.workspace, upload.id)
  expect(rows.at(-1)).toMatchObject({ action: 'revision.upload', details: { uploadId: upload.uploadId, ...accepted } })
  expect((await sendRevision(world.owner, upload, next.bytes)).status).toBe(200)
})

test.runIf(isLong)(
  '400 for other bytes, with the session open; 415 for an invalid bundle and for another media type',
  async () => {
    const { world, upload } = await begun()
    const wrong = await unchanged(server, () => sendRevision(world.owner, upload, next.bytes.subarray(0, -1)))
    expectError(wrong, 400, 'bundle_mismatch')
    const long = await unchanged(server, () =>
      sendRevision(world.owner, upload, Buffer.concat([next.bytes, Buffer.of(1)])),
    )
    expectError(long, 400, 'bundle_mismatch')
    expectError(
      await unchanged(server, () => sendRevision(world.owner, upload, Buffer.from('PK'))),
      415,
      'not_a_bundle',
    )
    const typed = () => sendRevision(world.owner, upload, next.bytes, { 'content-type': 'application/zip' })
    expectError(await unchanged(server, typed), 415, 'unsupported_media_type')
    expect((await sendRevision(world.owner, upload, next.bytes)).status).toBe(200)
  },
)

test.runIf(isLong)('200 for a colleague, who continues and finalizes the upload of another person', async () => {
  const { world, upload } = await begun()
  expect((await sendRevision(world.member, upload, next.bytes)).status).toBe(200)
  expect((await finalizeRevision(world.member, upload)).status).toBe(201)
})

test('404 for another project’s upload, and none', async () => {
  const [mine, other] = await Promise.all([begun(), begun()])
  const { projectId: second } = await importProject(mine.world.owner, first)
  const { owner } = mine.world
  const asked = [
    () => sendRevision(owner, { ...mine.upload, uploadId: other.upload.uploadId }, next.bytes),
    () => sendRevision(owner, { ...mine.upload, id: second }, next.bytes),
    () => sendRevision(owner, { ...mine.upload, uploadId: mine.upload.id }, next.bytes),
    () => sendRevision(owner, { ...mine.upload, uploadId: 'nonsense' }, next.bytes),
  ]
  for (const ask of asked) expectError(await unchanged(server, ask), 404, 'not_found')
})

test.runIf(isLong)('409 for an expired upload, and for a finalized one', async () => {
  const { world, upload } = await begun()
  const age = (text: string) =>
    asOwner(server, `update revision_upload set expires_at = now() + interval '${text}' where id = $1`, [
      upload.uploadId,
    ])
  await age('-1 second')
  const late = await unchanged(server, () => sendRevision(world.owner, upload, next.bytes))
  expectError(late, 409, 'upload_closed')
  await age('1 hour')
  await sendRevision(world.owner, upload, next.bytes)
  expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
  expectError(await sendRevision(world.owner, upload, next.bytes), 409, 'upload_closed')
  const again = await uploadedRevision(world.owner, upload.id, await nextBundle(next, { c: 'c' }))
  expect((await finalizeRevision(world.owner, again)).body.generation).toBe(3)
})
