import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { callerOf } from '../../../testing/caller.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { anyObject, contract, keptBase64, keptJson, operation, namedObject, to } from '../../contract/index.ts'
import { handle, implement } from '../../handler/index.ts'
import { largeBytes } from './large-json.ts'

const takeLarge = operation({
  method: 'POST',
  path: '/v1/api/large',
  reach: 'call',
  summary: 'Tell what came',
  access: to('participant'),
  bodyLimit: 4 * 2 ** 20,
  body: namedObject('TakeLarge', {
    name: Type.String({ minLength: 1 }),
    kept: keptJson(Type.Object({ version: Type.Literal(1), list: Type.Array(Type.String()) })),
  }),
  replies: { 201: anyObject() },
  audit: { none: 'A test changes nothing.', refusals: 'large.take' },
})
const takeFiles = operation({
  method: 'POST',
  path: '/v1/api/files',
  reach: 'call',
  summary: 'Tell which files came',
  access: to('participant'),
  bodyLimit: 4 * 2 ** 20,
  body: namedObject('TakeFiles', {
    files: Type.Array(Type.Object({ path: Type.String(), content: keptBase64() })),
  }),
  replies: { 201: Type.Array(Type.Unknown()) },
  audit: { none: 'A test changes nothing.', refusals: 'large.take' },
})
const giveLarge = operation({
  method: 'GET',
  path: '/v1/api/large/{size}',
  reach: 'call',
  summary: 'Give an object of a size',
  access: to('participant'),
  replies: { 200: namedObject('GiveLarge', { size: Type.String(), kept: keptJson(anyObject()) }) },
  audit: { none: 'A test changes nothing.', refusals: 'large.take' },
})
const handlers = implement(contract({ giveLarge, takeFiles, takeLarge }), {
  giveLarge: handle(giveLarge, async ({ params: { size }, ok }) =>
    ok({ size, kept: JSON.stringify(given(Number(size))) }),
  ),
  takeFiles: handle(takeFiles, async ({ body: { files }, created }) =>
    created(
      files.map(({ path, content }) => ({
        path,
        bytes: content?.bytes.length,
        sha256: content?.sha256,
        isBytes: content?.bytes instanceof Uint8Array,
      })),
    ),
  ),
  takeLarge: handle(takeLarge, async ({ body: { name, kept }, created }) => {
    const { scalars, sha256, text } = kept
    return created({ name, ...scalars, sha256, bytes: text.length, isBytes: text instanceof Uint8Array })
  }),
})
const inFlight = { processBytes: 6 * 2 ** 20, credentialBytes: 2 * 2 ** 20, waitMs: 60_000 }
const server = await tinyServer(handlers, { inFlight })
const { owner, member } = await scene(server)

// Characters of four bytes at every place, so that one crosses each border of a piece.
const given = (size: number) => ({ list: ['😀'.repeat(size / 8), `x${'😀'.repeat(size / 8)}`] })

test('200 returns a large object as the text that its handler has, in pieces, and a small one at once', async () => {
  for (const size of [800, 8 * largeBytes]) {
    const reply = await owner.call(giveLarge, { size: String(size) })
    expect([reply.status, reply.body]).toEqual([200, { size: String(size), kept: given(size) }])
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('transfer-encoding')).toBe(size > largeBytes ? 'chunked' : null)
  }
})

const keptOf = (bytes: number) => ({ version: 1, list: ['é'.repeat(bytes / 4), 'x'.repeat(bytes / 2)] })
const sha256 = (value: object) => createHash('sha256').update(canonicalize(value)!).digest('hex')

test.each([1_000, largeBytes + 1_000, 3 * 2 ** 20])(
  '201 passes %i bytes to the handler as canonical text',
  async (bytes) => {
    const kept = keptOf(bytes)
    const { status, body } = await owner.call(takeLarge, { body: { kept, name: 'N' } })
    const text = Buffer.from(canonicalize(kept)!)
    expect([status, body]).toEqual([
      201,
      { name: 'N', version: 1, sha256: sha256(kept), bytes: text.length, isBytes: true },
    ])
  },
)

test.each([10, largeBytes, 2 * 2 ** 20])(
  '201 passes %i bytes in base64 to the handler decoded and hashed',
  async (size) => {
    const long = Buffer.alloc(size, 'é')
    const short = Buffer.from('short')
    const told = (path: string, bytes: Buffer) => {
      const hash = createHash('sha256').update(bytes).digest('hex')
      return { path, bytes: bytes.length, sha256: hash, isBytes: true }
    }
    const files = [long, short, Buffer.alloc(0)].map((bytes, at) => ({
      path: `${at}`,
      content: bytes.toString('base64'),
    }))
    const { status, body } = await owner.call(takeFiles, {
      body: { files: [...files, { path: '3', content: 'Q Q==' }] },
    })
    expect([status, body]).toEqual([
      201,
      [told('0', long), told('1', short), told('2', Buffer.alloc(0)), { path: '3', isBytes: false }],
    ])
  },
)

test('400 for a large body lists every invalid field, as for a small one', async () => {
  const kept = { version: 2, list: ['x'.repeat(largeBytes), 1] }
  const reply = await owner.call(takeLarge, { body: { kept, name: '', other: true } })
  expectError(reply, 400, 'invalid_request')
  const told = (reply.body.fields as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)
  expect(told.sort()).toEqual(['kept.list.1 type', 'kept.version const', 'name minLength', 'other unknown'])
})

const sendRaw = async (text: string | Uint8Array<ArrayBuffer>) => {
  const headers = { 'x-api-key': owner.key!, 'content-type': 'application/json' }
  const response = await fetch(`${server.baseUrl}/v1/api/large`, { method: 'POST', headers, body: text })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

test.each([
  ['no JSON', `{"name":"${'x'.repeat(largeBytes)}"`, 'json'],
  ['a NUL', `{"name":"\\u0000${'x'.repeat(largeBytes)}","kept":{"version":1,"list":[]}}`, 'nul'],
  ['too deep', `{"name":"x","kept":${'['.repeat(largeBytes)}${']'.repeat(largeBytes)}}`, 'depth'],
])('400 for a large body with %s', async (_what, text, rule) => {
  const reply = await sendRaw(text)
  expectError(reply, 400, 'invalid_request')
  expect((reply.body as { fields: { rule: string }[] }).fields[0]!.rule).toBe(rule)
})

test('413 for a body over the limit of its operation', async () => {
  expectError(await owner.call(takeLarge, { body: { kept: keptOf(5 * 2 ** 20), name: 'N' } }), 413, 'body_too_large')
})

test('401 without a credential, and the body is not buffered', async () => {
  const stranger = callerOf(server.baseUrl, undefined)
  expectError(await stranger.call(takeLarge, { body: { kept: keptOf(1_000), name: 'N' } }), 401, 'unauthenticated')
})

test('201 for twenty bodies at once when two may be buffered, beside bodies of another key', async () => {
  const kept = keptOf(largeBytes * 4)
  const body = { kept, name: 'N' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_none, at) => (at % 4 === 0 ? member : owner).call(takeLarge, { body })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
})
