import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removedLater } from '../../../../testing/objects/removals.ts'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { whenFolder } from '../../../../testing/folder.ts'
import {
  beginImport,
  finalize,
  importStatus,
  uploadBundle,
  uploadedImport,
} from '../../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, hashOf } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'

const server = await testServer()
const bundle = await bundleOf({ 'a.txt': 'a', 'noise.bin': randomBytes(300_000) })
const begun = async () => {
  const world = await scene(server)
  return { scene: world, input: { id: await beginImport(world.owner, bundle) } }
}

const incoming = join(server.dataFolder, 'objects', '.incoming')
const inChunks = (bytes: Buffer, sizeBytes: number) =>
  Array.from({ length: Math.ceil(bytes.length / sizeBytes) }, (_none, at) =>
    bytes.subarray(at * sizeBytes, (at + 1) * sizeBytes),
  )
/** A PUT whose bytes are all sent by hand. */
const beginUpload = ({ key }: Caller, id: string, headers: Record<string, string | number> = {}) =>
  request(new URL(`/v1/api/imports/${id}/bundle`, server.baseUrl), {
    method: 'PUT',
    headers: { 'x-api-key': key!, 'content-type': 'application/x-git-bundle', ...headers },
  })

test('200 stores the bundle byte for byte, with one audit row and no event', async () => {
  const { scene: world, input } = await begun()
  const { status, body, headers } = await uploadBundle(world.owner, input.id, bundle.bytes)
  const accepted = { sha256: bundle.sha256, sizeBytes: bundle.bytes.length }
  expect([status, body]).toEqual([200, { ...input, status: 'uploaded', ...accepted }])
  const stored = await server.parts.objects.open(`imports/${input.id}.bundle`)
  expect(Buffer.concat(await Array.fromAsync(stored!.content as AsyncIterable<Buffer>))).toEqual(bundle.bytes)
  const rows = await auditOf(server, world.workspace, input.id)
  expect(rows.map(({ action }) => action)).toEqual(['import.create', 'import.upload'])
  expect(rows[1]).toMatchObject({
    category: 'update',
    outcome: 'success',
    requestId: headers.get('x-request-id'),
    details: accepted,
  })
  expect(await world.rows('activity_event')).toEqual([])
  expect(await readdir(incoming)).toEqual([])
})

test('200 for any chunk sizes, also without a Content-Length', async () => {
  const { scene: world, input } = await begun()
  for (const sizeBytes of [1_000, 7]) {
    const sending = beginUpload(world.owner, input.id)
    const answered = once(sending, 'response')
    for (const chunk of inChunks(bundle.bytes.subarray(0, 7_000), sizeBytes)) sending.write(chunk)
    sending.end(bundle.bytes.subarray(7_000))
    const [response] = (await answered) as [{ statusCode: number; resume(): void }]
    expect(response.statusCode).toBe(200)
    response.resume()
  }
})

test('200 for a media type with parameters and in upper case', async () => {
  const { scene: world, input } = await begun()
  const headers = { 'content-type': 'Application/X-Git-Bundle; charset=binary' }
  expect((await uploadBundle(world.owner, input.id, bundle.bytes, headers)).status).toBe(200)
})

test('200 for a repeat before the finalize, and for two uploads at once', async () => {
  const { scene: world, input } = await begun()
  const replies = await Promise.all([1, 2].map(() => uploadBundle(world.owner, input.id, bundle.bytes)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await uploadBundle(world.owner, input.id, bundle.bytes)).status).toBe(200)
  expect((await finalize(world.owner, input.id)).status).toBe(201)
})

test.each([
  ['is truncated', () => bundle.bytes.subarray(0, -1)],
  ['has other bytes', () => Buffer.concat([bundle.bytes.subarray(0, -1), Buffer.of(bundle.bytes.at(-1)! ^ 1)])],
])('400 for a bundle that %s, and 200 for the right one afterwards', async (_title, bytes) => {
  const { scene: world, input } = await begun()
  const reply = await unchanged(server, () => uploadBundle(world.owner, input.id, bytes()))
  expectError(reply, 400, 'bundle_mismatch')
  expect(reply.body).toMatchObject({ sizeBytes: bytes().length, sha256: hashOf(bytes()) })
  expect((await uploadBundle(world.owner, input.id, bundle.bytes)).status).toBe(200)
})

test('400 for a bundle longer than declared, without reading all of it', async () => {
  const { scene: world, input } = await begun()
  const reply = await unchanged(server, async () => {
    const sending = beginUpload(world.owner, input.id)
    const answered = once(sending, 'response')
    sending.on('error', () => undefined)
    sending.write(bundle.bytes)
    // One byte too many is enough for the answer, which comes while the rest is still outstanding.
    sending.write('x')
    const [response] = (await answered) as [AsyncIterable<Buffer> & { statusCode: number }]
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(response)).toString()) as Record<string, unknown>
    sending.destroy()
    return { status: response.statusCode, body }
  })
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'bundle_mismatch', sizeBytes: bundle.bytes.length + 1, sha256: null },
  })
})

test.each(['', '#', '# v2 git bundle', '# v4 git bundle\n0000', 'PK\u0003\u0004 and much more than that'])(
  '415 for a body that does not begin like a bundle: %j',
  async (text) => {
    const { scene: world, input } = await begun()
    const reply = await unchanged(server, () => uploadBundle(world.owner, input.id, Buffer.from(text)))
    expectError(reply, 415, 'not_a_bundle')
  },
)

test.each(['application/octet-stream', 'application/json', 'text/plain', 'nonsense'])(
  '415 for the media type %s',
  async (type) => {
    const { scene: world, input } = await begun()
    const reply = await unchanged(server, () =>
      uploadBundle(world.owner, input.id, bundle.bytes, { 'content-type': type }),
    )
    expectError(reply, 415, 'unsupported_media_type')
  },
)

test('404 for every other member of the workspace', async () => {
  const { scene: world, input } = await begun()
  const other = await world.join('owner')
  for (const caller of [world.member, other.caller]) {
    const reply = await unchanged(server, () => uploadBundle(caller, input.id, bundle.bytes))
    expectError(reply, 404, 'not_found')
  }
})

test.each([
  ['expired', `expires_at = now() - interval '1 second'`],
  [
    'being finalized',
    `status = 'finalizing', claim_id = gen_random_uuid(), claimed_until = now() + interval '1 minute'`,
  ],
])('409 for an import that is %s', async (_title, change) => {
  const { scene: world, input } = await begun()
  await asOwner(server, `update project_import set ${change} where id = $1`, [input.id])
  const reply = await unchanged(server, () => uploadBundle(world.owner, input.id, bundle.bytes))
  expectError(reply, 409, 'import_closed')
})

test.runIf(isLong)('409 for a finalized import', async () => {
  const world = await scene(server)
  const id = await uploadedImport(world.owner, bundle)
  expect((await finalize(world.owner, id)).status).toBe(201)
  const reply = await unchanged(server, () => uploadBundle(world.owner, id, bundle.bytes))
  expectError(reply, 409, 'import_closed')
})

test.runIf(isLong)('409 for an upload whose import was finalized in the meantime', async () => {
  const { scene: world, input } = await begun()
  const sending = beginUpload(world.owner, input.id)
  const answered = once(sending, 'response')
  sending.write(bundle.bytes.subarray(0, 1_000))
  await uploadBundle(world.owner, input.id, bundle.bytes)
  expect((await finalize(world.owner, input.id)).status).toBe(201)
  sending.end(bundle.bytes.subarray(1_000))
  const [response] = (await answered) as [{ statusCode: number; resume(): void }]
  response.resume()
  expect(response.statusCode).toBe(409)
  expect(await removedLater(server, `imports/${input.id}.bundle`)).toHaveLength(1)
  expect(await readdir(incoming)).toEqual([])
})

test('an interrupted upload leaves nothing, and the next one is accepted', async () => {
  const { scene: world, input } = await begun()
  await unchanged(server, async () => {
    const sending = beginUpload(world.owner, input.id, { 'content-length': bundle.bytes.length })
    sending.on('error', () => undefined)
    sending.write(bundle.bytes.subarray(0, 200_000))
    await whenFolder(incoming, ({ length }) => length === 1)
    sending.destroy()
    await whenFolder(incoming, ({ length }) => length === 0)
  })
  expect(await importStatus(world.owner, input.id)).toBe('accepting')
  expect((await uploadBundle(world.owner, input.id, bundle.bytes)).status).toBe(200)
})

test('an upload interrupted in its first line leaves nothing', async () => {
  const { scene: world, input } = await begun()
  await unchanged(server, async () => {
    const sending = beginUpload(world.owner, input.id, { 'content-length': bundle.bytes.length })
    sending.on('error', () => undefined)
    sending.write('# v2')
    // Another answer comes after the server has read the first bytes of the answer here.
    await once(sending, 'socket')
    await uploadBundle(world.owner, 'nonsense', bundle.bytes)
    sending.destroy()
  })
  expect(await importStatus(world.owner, input.id)).toBe('accepting')
})
