import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removedLater } from '../../../../testing/objects/removals.ts'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import {
  finalize,
  beginImport,
  importStatus,
  sealed,
  uploadBundle,
  uploadedImport,
} from '../../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, hashOf } from '../../../../testing/repository.ts'
import { packedIn } from '../../../../testing/repositories/refs.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deleteProject, getProject } from '../../projects/contract.ts'
import { getProjectRevisionHead } from '../../revisions/contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '12' })
const bundle = await bundleOf({ 'a.txt': 'a' }, { protected: [{ path: '.env', reason: 'dotenv' }] })

const uploaded = async () => {
  const world = await scene(server)
  const id = await uploadedImport(world.owner, bundle)
  return { scene: world, input: { id, body: { protectedFiles: [], secrets: {} } }, id }
}

test.runIf(isLong)('201 makes a project with its repository and first revision, and drops the bundle', async () => {
  const world = await scene(server)
  const id = await uploadedImport(world.member, bundle, { name: 'Shop', stack: 'node' })
  const { status, body } = await finalize(world.member, id)
  expect(status).toBe(201)
  const { project, repositories } = (await world.member.call(getProject, { id: body.projectId as string })).body
  expect(body).toEqual({
    importId: id,
    project,
    projectId: project.id as string,
    revisionId: project.headRevisionId as string,
    generation: 1,
    commitSha: bundle.commitSha,
    manifestSha256: bundle.manifestSha256,
  })
  expect(project).toMatchObject({ name: 'Shop', stack: 'node' })
  expect(repositories).toMatchObject([{ host: 'native-repos', defaultBranch: 'main', primary: true }])
  const head = (await world.member.call(getProjectRevisionHead, { id: project.id as string })).body
  expect(head).toMatchObject({ manifest: bundle.manifest, source: 'import', branch: 'main' })
  expect(await removedLater(server, `imports/${id}.bundle`)).toHaveLength(1)
  expect(await packedIn(server)).toContain(repositories[0].id)
})

test('201 leaves one audit row and one event; 200 for a repeat, also after the deadline; 404 once its project is deleted', async () => {
  const { scene: world, id } = await uploaded()
  const first = await finalize(world.owner, id)
  const projectId = first.body.projectId as string
  const created = {
    action: 'project.create',
    category: 'create',
    resourceType: 'project',
    outcome: 'success',
    requestId: first.headers.get('x-request-id'),
    details: { importId: id, revisionId: first.body.revisionId as string, commitSha: bundle.commitSha },
  }
  expect(await auditOf(server, world.workspace, projectId)).toMatchObject([created])
  const second = await finalize(world.owner, id)
  expect([second.status, second.body]).toEqual([200, first.body])
  const rows = await auditOf(server, world.workspace, projectId)
  expect(rows.map(({ details }) => details.repeated)).toEqual([undefined, true])
  expect(await world.rows('activity_event')).toMatchObject([
    { name: 'project.created', entity_id: projectId, project_id: projectId },
  ])
  await asOwner(server, `update project_import set expires_at = now() - interval '1 second' where id = $1`, [id])
  expect((await finalize(world.owner, id)).status).toBe(200)
  await world.owner.call(deleteProject, { id: projectId })
  expectError(await unchanged(server, () => finalize(world.owner, id)), 404, 'not_found')
})

test('404 for every other member of the workspace', async () => {
  const { scene: world, id } = await uploaded()
  const other = await world.join('owner')
  for (const caller of [world.member, other.caller]) {
    expectError(await unchanged(server, () => finalize(caller, id)), 404, 'not_found')
  }
})

test.runIf(isLong)('409 before the bundle is uploaded', async () => {
  const world = await scene(server)
  const id = await beginImport(world.owner, bundle)
  expectError(await unchanged(server, () => finalize(world.owner, id)), 409, 'bundle_missing')
  await uploadBundle(world.owner, id, bundle.bytes)
  expect((await finalize(world.owner, id)).status).toBe(201)
})

test('409 after the deadline', async () => {
  const { scene: world, id } = await uploaded()
  await asOwner(server, `update project_import set expires_at = now() - interval '1 second' where id = $1`, [id])
  expectError(await unchanged(server, () => finalize(world.owner, id)), 409, 'import_expired')
})

test('400 lists every invalid field', async () => {
  const { scene: world, id } = await uploaded()
  const body = {
    protectedFiles: [{ path: '', mode: '120000', contentBase64: 5, sha256: 'x' }],
    secrets: { entries: [{ key: '', source: '.env' }], more: 1 },
  }
  const reply = await unchanged(server, () => finalize(world.owner, id, body))
  expectError(reply, 400, 'invalid_request')
  expect((reply.body.fields as { path: string }[]).map(({ path }) => path).sort()).toEqual([
    'protectedFiles.0.contentBase64',
    'protectedFiles.0.mode',
    'protectedFiles.0.path',
    'protectedFiles.0.sha256',
    'secrets.entries.0.key',
    'secrets.entries.0.value',
    'secrets.more',
  ])
})

test('400 for protected content that the manifest does not name, with another hash, or twice', async () => {
  const { scene: world, id } = await uploaded()
  const file = { path: '.env', mode: '100600', contentBase64: 'QQ==', sha256: hashOf(Buffer.from('A')) }
  const body = {
    protectedFiles: [
      { ...file, sha256: hashOf(Buffer.from('B')) },
      { ...file, contentBase64: 'Q Q==' },
      { ...file, path: '../.env' },
    ],
    secrets: { entries: [{ key: 'A', source: 'other', value: '' }] },
  }
  const reply = await unchanged(server, () => finalize(world.owner, id, body))
  expectError(reply, 400, 'invalid_request')
  const told = (reply.body.fields as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)
  expect(told).toEqual([
    'protectedFiles.0.sha256 sha256',
    'protectedFiles.1.contentBase64 base64',
    'protectedFiles.2.path path',
    'protectedFiles.2.path protected',
    'protectedFiles.1.path unique',
    'secrets.entries.0.source protected',
  ])
  expect(await importStatus(world.owner, id)).toBe('uploaded')
})

test.runIf(isLong)(
  '201 for one of fifty finalizers of an import, 409 or 200 for the others, and 200 for each afterwards',
  async () => {
    const { scene: world, id } = await uploaded()
    const replies = await Promise.all(Array.from({ length: 50 }, () => finalize(world.owner, id)))
    const withStatus = (wanted: number) => replies.filter(({ status }) => status === wanted)
    const [[made], late, refused] = [withStatus(201), withStatus(200), withStatus(409)]
    expect([withStatus(201).length, late.length + refused.length, refused.length > 0]).toEqual([1, 49, true])
    for (const reply of refused) expectError(reply, 409, 'import_claimed')
    const again = await Promise.all(Array.from({ length: 5 }, () => finalize(world.owner, id)))
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { body } of [...late, ...again]) expect(body).toEqual(made!.body)
    expect([await world.rows('project'), await world.rows('revision')].map(({ length }) => length)).toEqual([1, 1])
    const rows = await auditOf(server, world.workspace, made!.body.projectId as string)
    const effects = rows.filter(({ outcome, details }) => outcome === 'success' && !details.repeated)
    expect(effects.map(({ action }) => action)).toEqual(['project.create'])
    expect(await world.rows('sandbox_slot')).toEqual([])
  },
)

test.runIf(isLong)('201 for each of four concurrent imports with the same name', async () => {
  const world = await scene(server)
  const ids = await Promise.all([1, 2, 3, 4].map(() => uploadedImport(world.owner, bundle, { name: 'Shop' })))
  const before = await packedIn(server)
  const replies = await Promise.all(ids.map((id) => finalize(world.owner, id)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201])
  expect(await packedIn(server)).toHaveLength(before.length + 4)
  await server.parts.repositories.close()
  expect(await readdir(join(server.dataFolder, 'quarantine'))).toEqual([])
  expect([await world.rows('project'), await world.rows('repository')].map(({ length }) => length)).toEqual([4, 4])
})

test.runIf(isLong)('400 for a manifest that differs from the bundle, with each difference', async () => {
  const file = (bundle.manifest.files as object[])[0]!
  const others = {
    files: [{ ...file, mode: '100755' }],
    findings: [{ path: 'a.txt', rule: 'x', commitSha: bundle.commitSha, line: 1 }],
    more: 1,
  }
  for (const [part, value] of Object.entries(others)) {
    const world = await scene(server)
    const id = await uploadedImport(world.owner, bundle, sealed({ ...bundle.manifest, [part]: value }))
    const before = await world.rows('project')
    expectError(await finalize(world.owner, id), 400, 'bundle_rejected', [
      { path: `manifest.${part}`, message: 'does not match the bundle', rule: 'manifest_differs' },
    ])
    expect(await world.rows('project')).toEqual(before)
    expect(await importStatus(world.owner, id)).toBe('rejected')
    expect(await removedLater(server, `imports/${id}.bundle`)).toHaveLength(1)
  }
})
