import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { version } from '../../configuration/version.ts'
import { withoutRequestId, type Reply } from '../../../testing/caller.ts'
import { parseRaw, sendRaw } from '../../../testing/network/raw-http.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { breakThing, changeThing, knownThing, makeThing, readThings } from '../../../testing/tiny/things.ts'

const server = await tinyServer()
const { owner, client } = await scene(server)
const ask = async (path: string, init: RequestInit = {}): Promise<Reply> => {
  const response = await fetch(server.baseUrl + path, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? '' : (JSON.parse(text) as unknown) }
}
const raw = async (...lines: string[]) => parseRaw(await sendRaw(server.baseUrl, `${lines.join('\r\n')}\r\n\r\n`))
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('every response', () => {
  test('has its own request id, which its error repeats', async () => {
    const replies = await Promise.all([
      owner.call(readThings),
      owner.call(readThings, { query: { whole: 'x' } }),
      ask('/v1/api/things'),
      ask('/nowhere'),
      owner.call(breakThing, { how: 'badly' }),
      ask('/healthz'),
    ])
    const ids = replies.map(({ headers }) => headers.get('x-request-id')!)
    for (const id of ids) expect(id).toMatch(uuid)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { status, body, headers } of replies)
      if (status >= 400) expect(body.requestId).toBe(headers.get('x-request-id'))
  })

  test('ignores a request id sent by the caller', async () => {
    const { headers } = await owner.call(readThings, { headers: { 'x-request-id': 'mine' } })
    expect(headers.get('x-request-id')).toMatch(uuid)
  })

  test('forbids caching, sniffing, framing and referrers', async () => {
    for (const { headers } of [await owner.call(readThings), await ask('/nowhere'), await ask('/healthz')]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
    }
  })
})

test('200 for HEAD where GET reads, with the headers of GET and without its body', async () => {
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) =>
      fetch(`${server.baseUrl}/v1/api/things?text=ten`, { method, headers: { 'x-api-key': owner.key! } }),
    ),
  )
  expect([head!.status, await head!.text()]).toEqual([200, ''])
  for (const name of ['content-length', 'content-type', 'ratelimit-policy'])
    expect([name, head!.headers.get(name)]).toEqual([name, get!.headers.get(name)])
  expect((await fetch(`${server.baseUrl}/v1/api/things`, { method: 'HEAD' })).status).toBe(401)
})

describe('404', () => {
  test.each([
    '/',
    '/v1',
    '/v1/api/nothing',
    '/v1/api/things/',
    '//v1/api/things',
    '/V1/api/things',
    '/v1/api/things/a/b',
    '/v1/api/%things',
    '/v1/api/../../etc/passwd',
    '/.git/config',
    '/v1/api/things%00',
  ])('for the address %s, with and without a key', async (path) => {
    const replies = await Promise.all([ask(path), ask(path, { headers: { 'x-api-key': owner.key! } })])
    for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(withoutRequestId(replies[0])).toEqual(withoutRequestId(replies[1]))
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'for the method %s at an address with other methods',
    async (method) => {
      expect(await ask('/v1/api/things', { method, headers: { 'x-api-key': owner.key! } })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    },
  )

  test('for HEAD of a path without a read, with headers only', async () => {
    const init = { method: 'HEAD', headers: { 'x-api-key': owner.key! } }
    for (const path of ['/nowhere', '/v1/api/things/a/b']) {
      const { status, body, headers } = await ask(path, init)
      expect([status, body]).toEqual([404, ''])
      expect(headers.get('x-request-id')).toMatch(uuid)
    }
  })
})

test('CORS refuses pages of other origins, with and without a preflight', async () => {
  const origin = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
  const replies = [
    await ask('/v1/api/things', { method: 'OPTIONS', headers: origin }),
    await owner.call(readThings, { headers: origin }),
  ]
  for (const { headers } of replies)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

describe('input that is not HTTP', () => {
  test.each([
    ['nonsense'],
    ['GET /healthz HTTP/9.9', 'host: x'],
    ['GET /healthz HTTP/1.1', 'no colon'],
    ['GET /healthz HTTP/1.1', 'host: x', ' folded: header'],
    ['BREW /healthz HTTP/1.1', 'host: x'],
    ['POST /v1/api/things HTTP/1.1', 'host: x', 'content-length: 4', 'transfer-encoding: chunked'],
    ['POST /v1/api/things HTTP/1.1', 'host: x', 'content-length: 4', 'content-length: 5'],
    ['POST /v1/api/things HTTP/1.1', 'host: x', 'content-length: -1'],
    ['PRI * HTTP/2.0', '', 'SM'],
  ])('400 for %j', async (...lines) => {
    const { status, body, head } = await raw(...lines)
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: expect.stringMatching(/\.$/) as string,
        code: 'malformed_request',
        requestId: expect.stringMatching(uuid) as string,
      },
    })
    expect(head).toContain('connection: close')
  })

  test('400 without a host', async () => {
    const { status, body } = await raw('GET /healthz HTTP/1.1', 'connection: close')
    expect([status, body.code]).toEqual([400, 'malformed_request'])
  })

  test('431 for headers over 16 KiB, one or many', async () => {
    const one = await raw('GET /healthz HTTP/1.1', 'host: x', `x-large: ${'a'.repeat(17_000)}`)
    const many = Array.from({ length: 400 }, (_none, at) => `x-${at}: ${'a'.repeat(40)}`)
    for (const { status, body } of [one, await raw('GET /healthz HTTP/1.1', 'host: x', ...many)]) {
      expect({ status, body }).toEqual({
        status: 431,
        body: {
          error: 'The request headers are too large.',
          code: 'headers_too_large',
          requestId: expect.any(String) as string,
        },
      })
    }
  })

  test.each([8_200, 15_000, 17_000, 40_000])('414 for an address of %i characters', async (length) => {
    const { status, body } = await raw(
      `GET /v1/api/things?text=${'a'.repeat(length)} HTTP/1.1`,
      'host: x',
      'connection: close',
    )
    expect([status, body.code]).toEqual([414, 'uri_too_long'])
  })

  test('408 for headers that do not end', async () => {
    const slow = await tinyServer(undefined, { headersMs: 100 })
    const answer = parseRaw(await sendRaw(slow.baseUrl, 'GET /healthz HTTP/1.1\r\nhost: x\r\n'))
    expect([answer.status, answer.body.code]).toEqual([408, 'request_timeout'])
    expect(answer.head).toContain('connection: close')
  })

  test('leaves the next connection working', async () => {
    expect((await ask('/healthz')).status).toBe(200)
  })
})

test('refusals have a fixed order: identity, workspace, permission, existence, form, effect', async () => {
  const neighbour = await scene(server)
  const headers = { 'content-type': 'application/json' }
  const send = async (key: string | undefined, id: string, type: string, text: string, more = {}) => {
    const sent = { ...headers, 'content-type': type, ...(key && { 'x-api-key': key }), ...more }
    const { status, body } = await ask(`/v1/api/things/${id}`, { method: 'PATCH', headers: sent, body: text })
    return `${status} ${body.code as string}`
  }
  const large = `{"state":"nonsense","note":"${'x'.repeat(300)}"}`
  const elsewhere = { 'x-organization-id': neighbour.workspace }
  expect([
    await send(undefined, 'nonsense', 'text/plain', large, elsewhere),
    await send(client.key, 'nonsense', 'text/plain', large, elsewhere),
    await send(client.key, 'nonsense', 'text/plain', large),
    await send(owner.key, 'nonsense', 'text/plain', large),
    await send(owner.key, knownThing, 'text/plain', large),
    await send(owner.key, knownThing, 'application/json', large),
    await send(owner.key, knownThing, 'application/json', '{"state":"nonsense"}'),
    await send(owner.key, knownThing, 'application/json', '{"state":"taken"}'),
  ]).toEqual([
    '401 unauthenticated',
    '403 forbidden',
    '404 not_found',
    '404 not_found',
    '415 unsupported_media_type',
    '413 body_too_large',
    '400 invalid_request',
    '409 thing_taken',
  ])
})

describe('errors', () => {
  test('409 with the declared details', async () => {
    const { status, body } = await owner.call(changeThing, { id: knownThing, body: { state: 'taken' } })
    const requestId = expect.any(String) as string
    expect([status, body]).toEqual([
      409,
      { error: 'Somebody has it. Wait.', code: 'thing_taken', holder: 'Ada', requestId },
    ])
  })

  test.each([
    ['with Retry-After when a retry can help', 'full', '5'],
    ['without Retry-After when an operator must act first', 'broken', null],
  ])('503 %s', async (_what, state, retryAfter) => {
    const { status, headers } = await owner.call(changeThing, { id: knownThing, body: { state } })
    expect([status, headers.get('retry-after')]).toEqual([503, retryAfter])
  })

  test('503 without Retry-After for a change that may have been made', async () => {
    const { status, body, headers } = await owner.call(breakThing, { how: 'commit' })
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'outcome_unknown', null])
  })

  test('503 with Retry-After for a change that may have been made, under an Idempotency-Key', async () => {
    const keyed = { id: knownThing, body: { state: 'unknown' }, headers: { 'idempotency-key': 'unknown-outcome' } }
    const { status, body, headers } = await owner.call(changeThing, keyed)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'outcome_unknown', '5'])
  })

  test.each([
    ['an error', 'badly'],
    ['a timeout, whose code is a number,', 'late'],
  ])('500 for %s hides the cause, which is in the log under the same request id', async (_what, how) => {
    const { status, body } = await owner.call(breakThing, { how })
    const { requestId } = body
    expect([status, body]).toEqual([500, { error: 'Something went wrong on our side.', code: 'internal', requestId }])
    const line = server.log.find((entry) => entry.requestId === requestId)
    expect(line).toMatchObject({ err: { message: 'a secret of ours' }, traceId: expect.any(String) as string })
    expect(JSON.stringify(line)).not.toContain(owner.key)
  })

  test('503 when the database does not answer, without the name of the database', async () => {
    const { status, body, headers } = await owner.call(breakThing, { how: 'database' })
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'database_unavailable', '5'])
    expect(JSON.stringify(body)).not.toContain('secret host')
  })

  test('4xx for a refused body closes its connection without reading the rest', async () => {
    const reply = await owner.call(makeThing, { body: {}, headers: { 'content-type': 'text/plain' } })
    expect([reply.status, reply.headers.get('connection')]).toEqual([415, 'close'])
  })

  /** Sends a body that is refused by its head, all of it after the answer; gives the answer and how the connection ended. */
  const sendOn = async (bytes: number) => {
    const { hostname, port } = new URL(server.baseUrl)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const lines = ['PUT /v1/api/bytes HTTP/1.1', 'host: x', `x-api-key: ${owner.key}`, 'content-type: text/plain']
    socket.on('error', () => undefined)
    socket.write([...lines, `content-length: ${bytes}`, '', ''].join('\r\n'))
    let answer = ''
    socket.on('data', (part: Buffer) => (answer += part.toString()))
    while (!answer.endsWith('}')) await once(socket, 'data')
    const sent = pipeline(Readable.from(piecesOf(bytes)), socket)
    const end = await sent.then(
      () => 'ended',
      () => 'reset',
    )
    if (!socket.closed) await once(socket, 'close')
    return [parseRaw(answer).status, end]
  }
  function* piecesOf(bytes: number) {
    for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536)
  }

  test('415 reaches a sender that continues with a body of 2 MiB, and one of 64 MiB is cut off', async () => {
    expect(await sendOn(2 * 2 ** 20)).toEqual([415, 'ended'])
    expect(await sendOn(64 * 2 ** 20)).toEqual([415, 'reset'])
  })
})

test('200 from /healthz always, and from /readyz when ready', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'ok', version } })
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', storage: 'available' } })
  server.state.storage = 'away'
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', storage: 'unavailable' } })
  delete server.state.storage
  server.state.reason = 'The database does not answer.'
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { reason: 'The database does not answer.' } })
  delete server.state.reason
})
