import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import { expectError } from '../../testing/refusals.ts'
import { scene } from '../../testing/scene.ts'
import { tinyServer } from '../../testing/tiny/server.ts'
import { anyObject, contract, keptJson, operation, namedObject, to } from '../contract/index.ts'
import { handle, implement } from '../handler/index.ts'
import { largeBytes } from './large-json.ts'

const takeLarge = operation({
  method: 'POST',
  path: '/v1/api/large',
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
const handlers = implement(contract({ takeLarge }), {
  takeLarge: handle(takeLarge, async ({ body: { name, kept }, created }) => {
    const { scalars, sha256, text } = kept
    return created({ name, ...scalars, sha256, bytes: text.length, isBytes: text instanceof Uint8Array })
  }),
})
const inFlight = { processBytes: 6 * 2 ** 20, credentialBytes: 2 * 2 ** 20, waitMs: 60_000 }
const server = await tinyServer(handlers, { inFlight })
const { owner, member } = await scene(server)

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

test('201 for twenty bodies at once where two may be buffered, beside those of another key', async () => {
  const kept = keptOf(largeBytes * 4)
  const body = { kept, name: 'N' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_none, at) => (at % 4 === 0 ? member : owner).call(takeLarge, { body })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
})
