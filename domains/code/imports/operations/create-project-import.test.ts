import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { beginImport, finalize, sealed, uploadedImport } from '../../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importBody } from '../../../../testing/repository.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject } from '../../projects/contract.ts'
import { createProjectImport } from '../contract.ts'
import { importSessions } from '../store.ts'

const server = await testServer()
const bundle = await bundleOf({ 'a.txt': 'a' })
const create = ({ owner }: Scene, body: object, caller = owner) => caller.call(createProjectImport, { body })

test('201 returns the upload address, the expected bundle and the deadline', async () => {
  const world = await scene(server)
  const { status, body } = await create(world, importBody(bundle), world.member)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
    status: 'accepting',
    rejection: null,
    createdAt: expect.any(String) as string,
    expiresAt: expect.any(String) as string,
    upload: {
      method: 'PUT',
      path: `/v1/api/imports/${body.id}/bundle`,
      contentType: 'application/x-git-bundle',
      sizeBytes: bundle.bytes.length,
      sha256: bundle.sha256,
    },
  })
  expect(Date.parse(body.expiresAt as string) - Date.parse(body.createdAt as string)).toBe(24 * 3_600_000)
})

test('201 leaves one audit row on the chain and no event, because nothing has been imported yet', async () => {
  const world = await scene(server)
  const { body, headers } = await create(world, importBody(bundle, { name: 'Shop' }))
  expect(await auditOf(server, world.workspace, body.id as string)).toMatchObject([
    {
      action: 'import.create',
      category: 'create',
      resourceType: 'import',
      outcome: 'success',
      actorType: 'api_key',
      requestId: headers.get('x-request-id'),
      details: { name: 'Shop', bundleSha256: bundle.sha256, commitSha: bundle.commitSha },
    },
  ])
  expect(await world.rows('activity_event')).toEqual([])
})

test('200 returns the existing session, for any order of the fields', async () => {
  const world = await scene(server)
  const body = importBody(bundle, { name: 'Shop' })
  const first = await create(world, body)
  const backwards = (record: object): object => Object.fromEntries(Object.entries(record).reverse())
  const second = await create(world, backwards({ ...body, manifest: backwards(bundle.manifest) }))
  expect([second.status, second.body]).toEqual([200, first.body])
  const rows = await auditOf(server, world.workspace, first.body.id as string)
  expect(rows.map(({ details }) => details.repeated)).toEqual([undefined, true])
})

test('200 for a repeat whose name is in use by now or whose session ended', async () => {
  const world = await scene(server)
  const body = importBody(bundle, { name: 'Shop' })
  const { id } = (await create(world, body)).body
  await world.owner.call(createProject, { body: { name: 'Shop' } })
  expect(await create(world, body)).toMatchObject({ status: 200, body: { id, status: 'accepting' } })
  await asOwner(server, `update project_import set expires_at = now() - interval '1 second' where id = $1`, [id])
  expect(await create(world, body)).toMatchObject({ status: 200, body: { id, status: 'expired' } })
})

test.runIf(isLong)('200 for a finalized import', async () => {
  const world = await scene(server)
  const body = importBody(bundle)
  const id = await uploadedImport(world.owner, bundle, body)
  expect((await finalize(world.owner, id)).status).toBe(201)
  expect(await create(world, body)).toMatchObject({ status: 200, body: { id, status: 'finalized' } })
})

test('201 for the same key by another person or in another workspace', async () => {
  const [world, neighbour] = await Promise.all([scene(server), scene(server)])
  const body = importBody(bundle)
  const replies = [await create(world, body), await create(world, body, world.member), await create(neighbour, body)]
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(replies.map((reply) => reply.body.id as string)).size).toBe(3)
})

test.each(['name', 'stack', 'defaultBranch', 'historyMode', 'bundleSha256', 'bundleSize', 'manifest'])(
  '409 when the same key comes with another %s',
  async (field) => {
    const world = await scene(server)
    const body = importBody(bundle)
    await create(world, body)
    const others: Record<string, object> = {
      historyMode: { historyMode: 'abort_on_findings' },
      bundleSha256: { bundleSha256: 'b'.repeat(64) },
      bundleSize: { bundleSize: 1 },
      manifest: sealed({ ...bundle.manifest, protected: [{ path: '.env', reason: 'dotenv' }] }),
    }
    const reply = await unchanged(server, () => create(world, { ...body, ...(others[field] ?? { [field]: 'other' }) }))
    expectError(reply, 409, 'idempotency_key_reused')
  },
)

test('201 for a name of an existing project or import', async () => {
  const world = await scene(server)
  await world.owner.call(createProject, { body: { name: 'Shop' } })
  await beginImport(world.owner, bundle, { name: 'Shop' })
  expect((await create(world, importBody(bundle, { name: 'Shop' }))).status).toBe(201)
})

test.runIf(isLong).each([
  ['bundleSha256', 'A'.repeat(64), 'pattern'],
  ['bundleSize', 0, 'minimum'],
  ['bundleSize', 5_368_709_121, 'maximum'],
  ['bundleSize', '5', 'type'],
  ['commitSha', 'a'.repeat(39), 'pattern'],
  ['defaultBranch', '', 'minLength'],
  ['historyMode', 'rewrite', 'enum'],
  ['idempotencyKey', 'x'.repeat(15), 'minLength'],
  ['idempotencyKey', 'x'.repeat(201), 'maxLength'],
  ['manifest', [], 'type'],
  ['manifestSha256', '', 'pattern'],
  ['name', '', 'minLength'],
  ['name', 'x'.repeat(201), 'maxLength'],
  ['stack', 'x'.repeat(101), 'maxLength'],
] as const)('400 for %s %j', async (path, value, rule) => {
  const world = await scene(server)
  const reply = await unchanged(server, () => create(world, importBody(bundle, { [path]: value })))
  expectError(reply, 400, 'invalid_request')
  expect(reply.body.fields).toContainEqual({ path, message: expect.any(String) as string, rule })
})

test('400 lists every missing field', async () => {
  const world = await scene(server)
  const reply = await unchanged(server, () => create(world, {}))
  const told = (reply.body.fields as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)
  expect(told.sort()).toEqual(
    Object.keys(importBody(bundle))
      .map((name) => `${name} required`)
      .sort(),
  )
})

test('201 at each limit', async () => {
  const world = await scene(server)
  const most = { bundleSize: 5_368_709_120, name: '👟'.repeat(200), stack: 'é'.repeat(100) }
  for (const change of [most, { idempotencyKey: 'x'.repeat(16) }, { idempotencyKey: '👟'.repeat(200) }]) {
    expect((await create(world, importBody(bundle, change))).status).toBe(201)
  }
})

test.each([
  ['manifest.version', { ...bundle.manifest, version: 2 }],
  ['manifest.commitSha', { ...bundle.manifest, commitSha: 'f'.repeat(40) }],
  ['manifest.protected.0', { ...bundle.manifest, protected: ['.env'] }],
  ['manifest.protected.0.reason', { ...bundle.manifest, protected: [{ path: '.env' }] }],
  ['manifest.protected', { ...bundle.manifest, protected: {} }],
  ['manifest.protected', { version: 1, commitSha: bundle.commitSha, files: [], findings: [] }],
  ['manifest.files', { version: 1, commitSha: bundle.commitSha, protected: [], findings: [] }],
  ['manifest.findings', { version: 1, commitSha: bundle.commitSha, protected: [], files: [] }],
  ['manifest.files.0.blobSha', { ...bundle.manifest, files: [{ path: 'a', mode: '100644', size: 1 }] }],
])('400 for an inconsistent manifest: %s', async (path, manifest) => {
  const world = await scene(server)
  const reply = await unchanged(server, () => create(world, importBody(bundle, sealed(manifest))))
  expectError(reply, 400, 'invalid_request')
  expect((reply.body.fields as { path: string }[]).map((field) => field.path)).toEqual([path])
})

test('400 for the hash of another manifest', async () => {
  const world = await scene(server)
  const reply = await unchanged(server, () => create(world, importBody(bundle, { manifestSha256: 'a'.repeat(64) })))
  expect((reply.body.fields as { path: string }[]).map((field) => field.path)).toEqual(['manifestSha256'])
})

test.runIf(isLong).each(['-x', 'a..b', 'a b', 'x.lock', '/x', 'x/', 'a//b', '@{', 'HEAD~1', 'a\\b', '.x', 'ä\u007f'])(
  '400 for the branch %j, which git refuses',
  async (defaultBranch) => {
    const world = await scene(server)
    const reply = await unchanged(server, () => create(world, importBody(bundle, { defaultBranch })))
    expectError(reply, 400, 'invalid_request')
    expect((reply.body.fields as { path: string }[]).map(({ path }) => path)).toEqual(['defaultBranch'])
  },
)

test.runIf(isLong)('201 with a manifest of 100,000 files', async () => {
  const world = await scene(server)
  const file = (at: number) => ({
    path: `folder/${at}/${'x'.repeat(60)}`,
    mode: '100644',
    size: at,
    blobSha: 'a'.repeat(40),
  })
  const manifest = sealed({ ...bundle.manifest, files: Array.from({ length: 100_000 }, (_none, at) => file(at)) })
  expect((await create(world, importBody(bundle, manifest))).status).toBe(201)
})

test('201 for one of thirty callers at once with one key, and 200 with the same session for the others', async () => {
  const world = await scene(server)
  const body = importBody(bundle)
  const replies = await Promise.all(Array.from({ length: 30 }, () => create(world, body)))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 29 }, () => 200), 201])
  expect(new Set(replies.map((reply) => reply.body.id as string)).size).toBe(1)
  expect(await world.rows('project_import')).toHaveLength(1)
})

test('409 for all but one of ten callers at once with one key and ten payloads', async () => {
  const world = await scene(server)
  const { idempotencyKey } = importBody(bundle)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_none, at) => create(world, importBody(bundle, { idempotencyKey, name: `P${at}` }))),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect(await world.rows('project_import')).toHaveLength(1)
})

test('the erasure of a person leaves the session of an import, without the key that the person wrote', async () => {
  const world = await scene(server)
  const { body } = await create(
    world,
    importBody(bundle, { idempotencyKey: 'import-of-the-shop-of-ada' }),
    world.member,
  )
  const before = await world.rows('project_import')
  expect(before).toMatchObject([{ idempotency_key: 'import-of-the-shop-of-ada' }])
  const userId = before[0]!.user_id as string
  await server.database.within(world.workspace, async (tx) => importSessions.forgetKeys(tx, userId))
  expect(await world.rows('project_import')).toMatchObject([{ id: body.id, idempotency_key: body.id }])
})
