import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRaw, sendRaw } from '../../../testing/network/raw-http.ts'
import { scene } from '../../../testing/scene.ts'
import { parseJson } from './json.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import {
  changeThing,
  dropThing,
  knownThing,
  linkThing,
  makeThing,
  putBytes,
  readThings,
} from '../../../testing/tiny/things.ts'

const server = await tinyServer()
const { owner, member } = await scene(server)

const send = async (text: string | Buffer | undefined, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.baseUrl}/v1/api/things`, {
    method: 'POST',
    headers: { 'x-api-key': owner.key!, 'content-type': 'application/json', ...headers },
    ...(text !== undefined && { body: typeof text === 'string' ? text : new Uint8Array(text) }),
  })
  const body = (await response.json()) as { code?: string; fields?: { path: string; rule: string; message: string }[] }
  return { status: response.status, body, told: body.fields?.map(({ path, rule }) => `${path} ${rule}`) }
}

describe('a JSON body', () => {
  test('201 stores the body as sent: no coercion, no dropped fields, no defaults', async () => {
    const body = { name: 'é👟', any: { deep: [1, '1', null, true, { a: {} }], number: 1e21, '': 0 } }
    expect((await send(JSON.stringify(body))).body).toEqual(body)
  })

  test.each([
    ['{"name":7}', 'name type'],
    ['{"name":"x","count":"7"}', 'count type'],
    ['{"name":"x","count":1.5}', 'count type'],
    ['{"name":"x","count":1e999}', 'count type'],
    ['{"name":null}', 'name type'],
    ['{"name":["x"]}', 'name type'],
    ['{"name":"x","label":"ab"}', 'label minLength'],
    ['{"name":"x","label":7}', 'label type'],
    ['{}', 'name required'],
    ['{"name":"x","Name":"y"}', 'Name unknown'],
    ['[]', ' type'],
    ['"x"', ' type'],
  ])('400 for %s', async (text, field) => {
    const { status, body, told } = await send(text)
    expect([status, body.code, told]).toEqual([400, 'invalid_request', [field]])
  })

  test('400 lists every invalid field, at most a hundred', async () => {
    const { told } = await send('{"name":"too long","count":10,"any":1,"x":1,"y.z":1}')
    expect(told?.sort()).toEqual(['any type', 'count maximum', 'name maxLength', 'x unknown', 'y.z unknown'])
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_none, at) => [`f${at}`, 1]))
    expect((await send(JSON.stringify({ name: 'x', ...many }))).told).toHaveLength(100)
  })

  test.each(['{"name":"x","__proto__":{"a":1}}', '{"name":"x","any":{"b":{"\\u005f_proto__":1}}}'])(
    '400 for a field that would pollute a prototype: %s',
    async (text) => {
      const { status, told } = await send(text)
      expect([status, told?.[0]]).toEqual([400, expect.stringMatching(/__proto__ name$/)])
      expect(({} as Record<string, unknown>).a).toBeUndefined()
    },
  )

  test('201 for fields that resemble it', async () => {
    const any = { constructor: { prototype: { a: 1 } }, toString: 'x', hasOwnProperty: 1, __proto: 2 }
    expect((await send(JSON.stringify({ name: 'x', any }))).body).toEqual({ name: 'x', any })
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  test.each([100, 150_000])('400 for a body nested %i levels deep, and 201 below the limit', async (depth) => {
    const nested = (levels: number) => `{"name":"x","any":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`
    expect(await send(nested(depth))).toMatchObject({ status: 400, told: [' depth'] })
    expect((await send(nested(98))).status).toBe(201)
    expect(await send('['.repeat(1_000_000))).toMatchObject({ status: 400 })
  })

  test.each([
    ['{"name":"a\\u0000b"}', 'name nul'],
    ['{"name":"x","any":{"a":["\\u0000"]}}', 'any.a.0 nul'],
    ['{"name":"x","any":{"\\u0000":1}}', 'any.\0 nul'],
    ['{"name":"\\ud800"}', 'name unicode'],
    ['{"name":"x","any":{"a":"\\uDFFF"}}', 'any.a unicode'],
  ])('400 for text that PostgreSQL cannot store: %s', async (text, field) => {
    expect(await send(text)).toMatchObject({ status: 400, told: [field] })
  })

  test('201 for surrogate pairs, and for escaped backslashes before an escape', async () => {
    expect((await send('{"name":"\\ud83d\\udc5f"}')).body).toEqual({ name: '👟' })
    expect((await send('{"name":"x","any":{"a":"\\\\u0000"}}')).body).toMatchObject({ any: { a: '\\u0000' } })
  })

  test('400 for bytes that are not UTF-8', async () => {
    const { status, told } = await send(Buffer.from('{"name":"\xe9"}', 'latin1'))
    expect([status, told]).toEqual([400, [' utf8']])
  })

  test('400 for a byte-order mark, a comment, a trailing comma and a malformed number', async () => {
    for (const text of ['\ufeff{"name":"x"}', '{/**/"name":"x"}', '{"name":"x",}', '{"name":NaN}', "{'name':'x'}"])
      expect(await send(text)).toMatchObject({ status: 400, told: [' json'] })
  })

  test('400 without a body, and 415 for one without a media type', async () => {
    expect(await send(undefined, {})).toMatchObject({ status: 400, told: [' json'] })
    const head = `POST /v1/api/things HTTP/1.1\r\nhost: x\r\nx-api-key: ${owner.key!}\r\nconnection: close\r\n`
    const bare = parseRaw(await sendRaw(server.baseUrl, `${head}\r\n`))
    expect([bare.status, bare.body.code]).toEqual([400, 'invalid_request'])
    const untyped = parseRaw(await sendRaw(server.baseUrl, `${head}content-length: 12\r\n\r\n{"name":"x"}`))
    expect([untyped.status, untyped.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(untyped.body.error).toMatch(/ It accepts application\/json; no such type was sent\.$/)
    const typed = parseRaw(
      await sendRaw(server.baseUrl, `${head}content-type: Image/HEIC; a=b\r\ncontent-length: 1\r\n\r\nx`),
    )
    expect(typed.body.error).toMatch(/; image\/heic was sent\.$/)
  })

  test('201 or 415 depends only on the media type', async () => {
    const statusOf = async (type: string) => (await send('{"name":"x"}', { 'content-type': type })).status
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;x=y',
      'application/json; charset="UTF-8"',
    ])
      expect(await statusOf(type)).toBe(201)
    for (const type of ['text/json', 'application/jsonx', 'application/problem+json', 'multipart/form-data', 'x'])
      expect(await statusOf(type)).toBe(415)
    expect(await statusOf('application/json; charset=iso-8859-1')).toBe(415)
  })

  test('413 over the limit, by its Content-Length or by its bytes', async () => {
    expect((await send(`{"name":"x","any":{"a":"${'x'.repeat(2 ** 20)}"}}`)).status).toBe(413)
    const head = `POST /v1/api/things HTTP/1.1\r\nhost: x\r\nx-api-key: ${owner.key!}\r\ncontent-type: application/json\r\n`
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunked = parseRaw(
      await sendRaw(server.baseUrl, `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(20)}`),
    )
    expect([chunked.status, chunked.body.code]).toEqual([413, 'body_too_large'])
    const exact = `{"state":"free","note":"${'x'.repeat(174)}"}`
    expect(Buffer.byteLength(exact)).toBe(200)
    const reply = await owner.call(changeThing, { id: knownThing, body: JSON.parse(exact) as object })
    expect(reply.status).toBe(200)
  })

  test('404 for a missing resource that the body names, after the body is validated', async () => {
    const link = async (thingId: unknown) => (await member.call(linkThing, { body: { thingId } })).status
    expect([await link(knownThing), await link(knownThing.replace('0', '1')), await link('nonsense')]).toEqual([
      200, 404, 400,
    ])
  })

  test('can be any JSON value, and parses as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/__proto__|\\u/.test(text))
        expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
      }),
    )
  })
})

test('200 for an operation without a body, for any body sent', async () => {
  for (const [type, body] of [
    ['application/json', '{'],
    ['text/plain', 'x'],
    ['x/y', '\0'],
  ] as const) {
    const reply = await owner.open(dropThing, { id: 'x', headers: { 'content-type': type } }, { body })
    expect(reply.status).toBe(200)
  }
})

test('200 for raw bytes of any number, and 415 for another type', async () => {
  const put = (type: string, body: Buffer) =>
    owner.open(putBytes, { headers: { 'content-type': type } }, { body: new Uint8Array(body) })
  expect(await (await put('application/x-noise', Buffer.alloc(5_000_000))).json()).toEqual({ sizeBytes: 5_000_000 })
  expect(await (await put('application/x-noise', Buffer.alloc(0))).json()).toEqual({ sizeBytes: 0 })
  expect((await put('application/json', Buffer.from('{}'))).status).toBe(415)
})

describe('a query', () => {
  const read = async (text: string) => {
    const response = await fetch(`${server.baseUrl}/v1/api/things${text}`, { headers: { 'x-api-key': owner.key! } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test.each([
    ['', { top: 10 }],
    ['?whole=7&flag=true&text=5', { whole: 7, flag: true, text: '5', top: 10 }],
    ['?whole=7&whole=8', { whole: 8, top: 10 }],
    ['?flag=false', { flag: false, top: 10 }],
    ['?text=', { text: '', top: 10 }],
    ['?text=a%2Bb+c', { text: 'a+b c', top: 10 }],
    ['?text=%C3%A9', { text: 'é', top: 10 }],
    ['?sort=up', { sort: 'up', top: 10 }],
    ['?sort=sideways', { top: 10 }],
    ['?sort=', { top: 10 }],
    ['?sort=up%00', { top: 10 }],
    ['?top=7', { top: 7 }],
    ['?top=0', { top: 1 }],
    ['?top=-5', { top: 1 }],
    ['?top=999999999999999999999', { top: 50 }],
    ['?top=7.9', { top: 7 }],
    ['?top=many', { top: 10 }],
    ['?top=', { top: 10 }],
  ])('200 for %s', async (text, understood) => {
    const { status, body } = await read(text)
    expect(status).toBe(200)
    expect(body).toEqual(understood)
  })

  test.each(['?more=1', '?__proto__=1', '?__proto__[a]=1', '?constructor=1', '?%00=%00', '?=', '?&&', '?a=%ff', '?%'])(
    '200 for %s, which the operation ignores',
    async (text) => {
      const { status, body } = await read(text)
      expect([status, body.top]).toEqual([200, 10])
      expect(({} as Record<string, unknown>).a).toBeUndefined()
    },
  )

  test.each([
    ['?whole=0', ['whole minimum']],
    ['?whole=1.5', ['whole type']],
    ['?whole=', ['whole type']],
    ['?flag=yes', ['flag type']],
    ['?text=12345678901', ['text maxLength']],
    ['?text=%00', ['text nul']],
    ['?whole=10&flag=2', ['whole maximum', 'flag type']],
  ])('400 for %s', async (text, told) => {
    const { status, body } = await read(text)
    const fields = (body.fields as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)
    expect([status, body.code, fields]).toEqual([400, 'invalid_request', told])
  })
})

test('201 also through the test caller', async () => {
  expect((await owner.call(makeThing, { body: { name: 'x' } })).status).toBe(201)
  expect((await owner.call(readThings, { query: { top: 3 } })).body).toEqual({ top: 3 })
})
