import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removedLater } from '../../../../testing/objects/removals.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject, putRunAt, taskIn } from '../../../../testing/cycles.ts'
import { importBlindly } from '../../../../testing/repositories/imports.ts'
import { refsIn } from '../../../../testing/repositories/refs.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, bundleRepository, git, hashOf, inFolder, type Bundle } from '../../../../testing/repository.ts'
import {
  beginRevision,
  finalizeRevision,
  headBundle,
  headOf,
  nextBundle,
  sendRevision,
  uploadedRevision,
} from '../../../../testing/repositories/revisions.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { isLong, isSoak, lengthOf } from '../../../../testing/soak.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { importProjectSecretFiles } from '../../secrets/contract.ts'
import { getProject } from '../../projects/contract.ts'
import { getProjectProtectedFiles, getProjectRevisionHead } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '8' })

/** A project that was made from nothing, with the bundle of its root commit and one of a commit on it. */
const made = async () => {
  const world = await scene(server)
  const id = await emptyProject(world.owner)
  const first = await headBundle(world.owner, id)
  return { world, id, first, next: await nextBundle(first, { 'b.txt': 'b' }) }
}
const uploaded = async () => {
  const place = await made()
  return { ...place, upload: await uploadedRevision(place.world.owner, place.id, place.next) }
}

test.runIf(isLong)(
  '201 makes the commit the head: row, branch, manifest, project, event and audit row; 200 for a repeat',
  async () => {
    const { world, id, next, upload } = await uploaded()
    const { status, body } = await finalizeRevision(world.owner, upload)
    const head = (await world.owner.call(getProjectRevisionHead, { id })).body
    expect([status, body]).toEqual([
      201,
      {
        uploadId: upload.uploadId,
        projectId: id,
        revisionId: head.revisionId as string,
        generation: 2,
        commitSha: next.commitSha,
        manifestSha256: next.manifestSha256,
      },
    ])
    expect(head).toMatchObject({ manifest: next.manifest, source: 'upload', branch: 'main', generation: 2 })
    expect((await world.owner.call(getProject, { id })).body.project.headRevisionId).toBe(head.revisionId)
    expect(await world.eventNames(id)).toEqual(['project.created', 'revision.created'])
    expect((await auditOf(server, world.workspace, id)).at(-1)).toMatchObject({
      action: 'revision.create',
      details: { uploadId: upload.uploadId, generation: 2, commitSha: next.commitSha },
    })
    expect((await headBundle(world.owner, id)).manifest).toEqual(next.manifest)
    expect(await removedLater(server, `revisions/${upload.uploadId}.bundle`)).toHaveLength(1)
    const again = await finalizeRevision(world.owner, upload)
    expect([again.status, again.body]).toEqual([200, body])
    expect(await world.rows('sandbox_slot')).toEqual([])
  },
)

// Before a merge fifty ask at once.
const finalizers = lengthOf({ daily: 8, soak: 50 })

test('201 for only one of many finalizers of an upload, and 200, 404 or 409 for the others; one generation is added', async () => {
  const { world, id, upload } = await uploaded()
  const replies = await Promise.all(Array.from({ length: finalizers }, () => finalizeRevision(world.owner, upload)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([])
  for (const { status, body } of replies)
    if (status >= 400) expect(['upload_claimed', 'revision_moved']).toContain(body.code)
  const rows = await asOwner(server, 'select generation from revision where project_id = $1 order by 1', [id])
  expect(rows.map(({ generation }) => Number(generation))).toEqual([1, 2])
  expect(
    (await auditOf(server, world.workspace, id)).filter(
      ({ action, outcome, details }) => action === 'revision.create' && outcome === 'success' && !details.repeated,
    ),
  ).toHaveLength(1)
})

test.runIf(isLong)(
  '409 for all but one of several uploads on one head, before and after their bundles are checked',
  async () => {
    const { world, id, first } = await made()
    const bundles = await Promise.all(['x', 'y'].map((name) => nextBundle(first, { [name]: name })))
    const uploads = await Promise.all(bundles.map((bundle) => uploadedRevision(world.owner, id, bundle)))
    const replies = await Promise.all(uploads.map((upload) => finalizeRevision(world.owner, upload)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const lost = uploads[replies.findIndex(({ status }) => status === 409)]!
    expectError(await unchanged(server, () => finalizeRevision(world.owner, lost)), 409, 'revision_moved')
    expect((await headOf(world.owner, id)).generation).toBe(2)
  },
)

test.runIf(isLong)(
  '409 while a task is at work, from its build to its merge, and 201 while it is blocked',
  async () => {
    const { world, id, upload } = await uploaded()
    const cycleId = await cycleIn(server, world, id)
    const { id: taskId } = await taskIn(server, world, { projectId: id, cycleId })
    for (const status of ['building', 'testing', 'reviewing', 'approved', 'merging'] as const) {
      await putRunAt(server, taskId, status)
      expectError(await unchanged(server, () => finalizeRevision(world.owner, upload)), 409, 'task_active')
    }
    await putRunAt(server, taskId, 'blocked')
    expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
  },
)

test.runIf(isLong)('409 for a commit without the head in its history, which ends the upload', async () => {
  const elsewhere = await bundleOf({ 'a.txt': 'another beginning' })
  const { world, id, first } = await made()
  const upload = await uploadedRevision(world.owner, id, elsewhere)
  const reply = await finalizeRevision(world.owner, upload)
  expectError(reply, 409, 'not_fast_forward')
  expect(reply.body.fields).toMatchObject([{ path: 'commitSha', rule: 'fast_forward' }])
  expectError(await finalizeRevision(world.owner, upload), 409, 'not_fast_forward', reply.body.fields)
  expectError(await sendRevision(world.owner, upload, elsewhere.bytes), 409, 'upload_closed')
  expect((await headOf(world.owner, id)).commitSha).toBe(first.commitSha)
})

test.runIf(isLong)(
  '400 for a manifest that is not the bundle’s, and for a manifest that protects paths inside .git; both end the upload',
  async () => {
    const { world, id, first, next } = await made()
    const blind = await uploadedRevision(world.owner, id, importBlindly(next.bytes, next.commitSha))
    const reply = await finalizeRevision(world.owner, blind)
    expectError(reply, 400, 'bundle_rejected')
    expect(reply.body.fields).toMatchObject([{ path: 'manifest.files', rule: 'manifest_differs' }])
    const kept = [{ path: '.git/hooks/pre-commit', reason: 'credentials' }]
    const upload = await uploadedRevision(world.owner, id, await nextBundle(first, { b: 'b' }, { protected: kept }))
    const refused = await finalizeRevision(world.owner, upload)
    expectError(refused, 400, 'bundle_rejected')
    expect(refused.body.fields).toMatchObject([{ path: 'manifest.protected', rule: 'forbidden_path' }])
    expect((await headOf(world.owner, id)).generation).toBe(1)
  },
)

test.runIf(isSoak)('branches and tags of a bundle beside the default branch change nothing', async () => {
  const { world, id, next } = await made()
  const rich = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFile(join(folder, 'the.bundle'), next.bytes)
    git(folder, 'pull', '-q', 'the.bundle', 'main')
    git(folder, 'branch', 'side')
    git(folder, 'tag', 'v1')
    return bundleRepository(folder)
  })
  const { body } = await finalizeRevision(world.owner, await uploadedRevision(world.owner, id, rich))
  expect(body.generation).toBe(2)
  expect(Object.keys(await refsIn(server, id))).toEqual(['refs/heads/main'])
})

const named = (...paths: string[]) => ({ protected: paths.map((path) => ({ path, reason: 'dotenv' })) })
const file = (path: string, text: string) => {
  const content = Buffer.from(text)
  return { path, mode: '100600', contentBase64: content.toString('base64'), sha256: hashOf(content) }
}
const entry = (source: string, key: string, value: string) => ({ source, key, value })

test('201 replaces the protected content of the named paths, drops removed paths, and keeps the rest', async () => {
  const { world, id, first } = await made()
  const push = async (bundle: Bundle, body: object) => {
    const reply = await finalizeRevision(world.owner, await uploadedRevision(world.owner, id, bundle), body as never)
    expect(reply.status).toBe(201)
    return (await world.owner.call(getProjectProtectedFiles, { id })).body
  }
  const one = await nextBundle(first, { b: '1' }, named('.env', 'key.pem', 'kept'))
  const before = await push(one, {
    protectedFiles: [file('key.pem', 'KEY'), file('kept', 'kept'), file('.env', 'A=1\nB=2\n')],
    secrets: { entries: [entry('.env', 'A', '1'), entry('.env', 'B', '2')] },
  })
  expect(before).toMatchObject({ generation: 2, secrets: { entries: [{ key: 'A' }, { key: 'B' }] } })
  const two = await nextBundle(one, { b: '2' }, named('.env', 'kept'))
  const after = await push(two, { secrets: { entries: [entry('.env', 'A', '3')] } })
  expect(after).toMatchObject({
    generation: 3,
    protectedFiles: [file('kept', 'kept')],
    secrets: { entries: [entry('.env', 'A', '3')] },
  })
  expect(after.protectedFiles).toHaveLength(1)
  expect(after.secrets.entries).toHaveLength(1)
})

test.runIf(isLong)(
  '400 for a file in the place of entries that it would drop; the same file keeps them, and named ones replace them',
  async () => {
    const { world, id, first } = await made()
    const dotenv = 'A=1\nB=2\n'
    const changed = 'A=1\n'
    const files = [{ path: '.env', contentBase64: Buffer.from(dotenv).toString('base64') }]
    await world.owner.call(importProjectSecretFiles, { projectId: id, body: { files } })
    const bundle = await nextBundle(first, { b: '1' }, named('.env', 'key.pem'))
    const upload = await uploadedRevision(world.owner, id, bundle)
    const protectedFiles = [file('key.pem', 'KEY'), file('.env', changed)]
    const reply = await unchanged(server, () => finalizeRevision(world.owner, upload, { protectedFiles }))
    expectError(reply, 400, 'invalid_request')
    expect(reply.body.fields).toMatchObject([{ path: 'protectedFiles.1.path', rule: 'entries' }])
    const kept = async () =>
      (await world.owner.call(getProjectProtectedFiles, { id })).body.secrets.entries as unknown[]
    expect((await finalizeRevision(world.owner, upload, { protectedFiles: [file('.env', dotenv)] })).status).toBe(201)
    expect(await kept()).toEqual([entry('.env', 'A', '1'), entry('.env', 'B', '2')])
    const two = await uploadedRevision(world.owner, id, await nextBundle(bundle, { b: '2' }, named('.env')))
    const whole = { protectedFiles: [file('.env', changed)], secrets: { entries: [entry('.env', 'A', '1')] } }
    expect((await finalizeRevision(world.owner, two, whole)).status).toBe(201)
    expect(await kept()).toEqual([entry('.env', 'A', '1')])
  },
)

test('400 for protected content that the manifest does not name, without a change', async () => {
  const { world, upload } = await uploaded()
  const body = { protectedFiles: [file('.env', 'A=1')], secrets: { entries: [entry('.g\u200cit/x', 'A', '1')] } }
  const reply = await unchanged(server, () => finalizeRevision(world.owner, upload, body))
  expectError(reply, 400, 'invalid_request')
  const rules = reply.body.fields.map(({ rule }: { rule: string }) => rule)
  expect(rules).toEqual(['protected', 'path', 'protected'])
})

test('404 for another project’s upload and none; 409 before the bundle and after the deadline', async () => {
  const [mine, other] = await Promise.all([uploaded(), uploaded()])
  const { owner } = mine.world
  const asked = [
    () => finalizeRevision(owner, { ...mine.upload, uploadId: other.upload.uploadId }),
    () => finalizeRevision(owner, { ...mine.upload, uploadId: 'nonsense' }),
  ]
  for (const ask of asked) expectError(await unchanged(server, ask), 404, 'not_found')
  const empty = { id: mine.id, uploadId: await beginRevision(owner, mine.id, mine.next) }
  expectError(await unchanged(server, () => finalizeRevision(owner, empty)), 409, 'bundle_missing')
  await asOwner(server, `update revision_upload set expires_at = now() - interval '1 second'`)
  expectError(await unchanged(server, () => finalizeRevision(owner, mine.upload)), 409, 'upload_expired')
})

test('404 while another process has the claim', async () => {
  const { world, upload } = await uploaded()
  const claim = `update revision_upload set status = 'finalizing', claim_id = gen_random_uuid(),
    claimed_until = now() + interval '1 minute' where id = $1`
  await asOwner(server, claim, [upload.uploadId])
  expectError(await unchanged(server, () => finalizeRevision(world.owner, upload)), 404, 'upload_claimed')
})
