import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { assetIn, uploadAsset } from '../../../testing/ai/assets.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { passRemovals } from '../../../testing/objects/removals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { getAiAsset } from './contract.ts'
import { recordAsset, storeAsset } from './index.ts'
import { removeOld } from './domain.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const contentOf = (workspace: string) =>
  readdir(join(server.dataFolder, 'objects', 'ai-assets', workspace)).catch(() => [])

test('201 stores the bytes once in a workspace for all uploaders, with an audit row for each', async () => {
  const at = await scene(server)
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)])
  const first = await uploadAsset(at.owner, pdf, { mediaType: 'application/pdf', fileName: 'brief.pdf' })
  const again = await uploadAsset(at.member, pdf, { mediaType: 'application/pdf', fileName: 'other.pdf' })
  expect(first).toMatchObject({
    status: 201,
    body: { fileName: 'brief.pdf', mediaType: 'application/pdf', sizeBytes: pdf.length },
  })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await contentOf(at.workspace)).toEqual([first.body.key])
  expect(await at.auditActions(first.body.key as string)).toEqual(['ai_asset.upload', 'ai_asset.upload'])
  expect(await at.rows('ai_asset_arrival')).toEqual([])
})

test('201 for the same bytes of ten callers at once is one asset', async () => {
  const at = await scene(server)
  const replies = await Promise.all(Array.from({ length: 10 }, () => uploadAsset(at.owner, 'The same text.')))
  expect(new Set(replies.map(({ status, body }) => `${status} ${String(body.key)}`)).size).toBe(1)
  expect(await contentOf(at.workspace)).toHaveLength(1)
})

test('200 answers with an address of this API if the store signs none, and download=1 with the bytes', async () => {
  const at = await scene(server)
  const fileName = 'a"; filename=b.html\n\u202e.txt'.replace('\n', '').replace('\u202e', '')
  const { key } = (await uploadAsset(at.owner, '<script>', { mediaType: 'text/html', fileName })).body as {
    key: string
  }
  const url = `${server.baseUrl}/v1/api/ai/assets/${key}?download=1`
  for (const download of [undefined, '0', 'true', '1,1'])
    expect(await at.owner.call(getAiAsset, { key, query: { download } })).toMatchObject({
      status: 200,
      body: { url, expiresAt: null },
    })
  const response = await fetch(url, { headers: at.owner.credential })
  expect(await response.text()).toBe('<script>')
  const headers = Object.fromEntries(response.headers)
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    'content-length': '8',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename*=UTF-8''a%22%3B%20filename%3Db.html.txt`,
  })
  expect(headers['content-security-policy']).toContain('sandbox')
})

test('206 returns the part that Range names, and 416 has the length of the bytes', async () => {
  const at = await scene(server)
  const { key } = (await uploadAsset(at.owner, '0123456789')).body as { key: string }
  const part = (range: string) => at.owner.open(getAiAsset, { key, query: { download: '1' }, headers: { range } })
  const middle = await part('bytes=2-4')
  expect([middle.status, middle.headers.get('content-range'), await middle.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ])
  const end = await part('bytes=-3')
  expect([end.status, await end.text()]).toEqual([206, '789'])
  const none = await part('bytes=10-')
  expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  expect(await none.json()).toMatchObject({ code: 'range_unsatisfiable', sizeBytes: 10 })
  const url = `${server.baseUrl}/v1/api/ai/assets/${key}?download=1`
  const head = await fetch(url, { method: 'HEAD', headers: { ...at.owner.credential, range: 'bytes=20-' } })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
})

test('403 for a client, and 404 the same for an absent and a foreign key', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const theirs = await assetIn(server, neighbour)
  expectError(await at.client.call(getAiAsset, { key: theirs }), 403, 'forbidden')
  expectError(await unchangedUpload(at), 403, 'forbidden')
  const foreign = await at.owner.call(getAiAsset, { key: theirs, query: { download: '1' } })
  expectError(foreign, 404, 'not_found')
  for (const key of [uuidv7(), 'x', '..%2f..%2fetc'])
    expect(withoutRequestId(await at.owner.call(getAiAsset, { key, query: { download: '1' } }))).toEqual(
      withoutRequestId(foreign),
    )
})
const unchangedUpload = (at: Awaited<ReturnType<typeof scene>>) => unchanged(server, () => uploadAsset(at.client, 'x'))

test('415 for bytes of another type than declared, or of a type that is not taken', async () => {
  const at = await scene(server)
  const attempts = [
    ['application/pdf', 'MZ program', 'ai_asset_type_differs', 'application/pdf was declared, and text was found.'],
    ['image/png', '<svg onload=alert(1)>', 'ai_asset_type_differs', 'image/png was declared, and text was found.'],
    ['image/png', '{\\rtf1 a}', 'ai_asset_type_differs', 'image/png was declared, and RTF was found.'],
    ['text/plain', 'a\0b', 'ai_asset_type_differs', 'text/plain was declared, and a file of no known kind was found.'],
    ['application/zip', 'PK', 'unsupported_media_type', 'application/zip was sent.'],
  ] as const
  for (const [mediaType, content, code, found] of attempts) {
    const reply = await unchanged(server, () => uploadAsset(at.owner, content, { mediaType }))
    expectError(reply, 415, code)
    expect(reply.body.error).toMatch(found)
  }
  expect(await contentOf(at.workspace)).toEqual([])
})

test('500 for an asset whose content the store has lost', async () => {
  const at = await scene(server)
  const key = await assetIn(server, at)
  await server.parts.removals.now([`ai-assets/${at.workspace}/${key}`])
  expectError(await at.owner.call(getAiAsset, { key, query: { download: '1' } }), 500, 'ai_asset_unavailable')
})

test('409 when the files of the workspace take up all space', async () => {
  const at = await scene(server)
  await asOwner(
    server,
    `insert into ai_asset (id, workspace_id, sha256, size_bytes, media_type, origin, created_at, used_at)
     values ($1, $2, repeat('a', 64), $3, 'video/mp4', 'media', now(), now())`,
    [uuidv7(), at.workspace, 20 * 2 ** 30],
  )
  const reply = await unchanged(server, () => uploadAsset(at.owner, 'One more.'))
  expectError(reply, 409, 'ai_assets_full')
  expect(await contentOf(at.workspace)).toEqual([])
})

test('unrecorded content is removed, and the sweep removes old and abandoned content', async () => {
  const at = await scene(server)
  const content = Readable.from([Buffer.from('half')])
  await expect(
    storeAsset(server.parts, at.workspace, content, {}, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  expect(await contentOf(at.workspace)).toEqual([])
  const old = await assetIn(server, at, 'old')
  const fresh = await assetIn(server, at, 'fresh')
  const left = uuidv7()
  await server.parts.objects.put(`ai-assets/${at.workspace}/${left}`, Readable.from([Buffer.from('left')]), {
    maxBytes: 9,
  })
  await asOwner(server, `update ai_asset set used_at = now() - interval '400 days' where id = $1`, [old])
  await asOwner(server, `insert into ai_asset_arrival values ($1, $2, now() - interval '3 days')`, [left, at.workspace])
  await removeOld(server.parts, scheduledContext)
  expect((await contentOf(at.workspace)).length).toBe(3)
  await passRemovals(server)
  expect(await contentOf(at.workspace)).toEqual([fresh])
  expect(await at.rows('ai_asset_arrival')).toEqual([])
})

test('an old asset stays if its bytes are stored again in between', async () => {
  const at = await scene(server)
  const key = await assetIn(server, at, 'needed')
  await asOwner(server, `update ai_asset set used_at = now() - interval '400 days' where id = $1`, [key])
  const again = await storeAsset(server.parts, at.workspace, Readable.from([Buffer.from('needed')]), {}, (stored) =>
    server.parts.database.within(at.workspace, async (tx) =>
      recordAsset(tx, stored, { mediaType: 'text/plain', origin: 'document', createdBy: null }, await tx.now()),
    ),
  )
  await removeOld(server.parts, scheduledContext)
  expect([again.id, await contentOf(at.workspace)]).toEqual([key, [key]])
})
