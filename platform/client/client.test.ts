import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scene } from '../../testing/scene.ts'
import { tinyServer } from '../../testing/tiny/server.ts'
import { breakThing, changeThing, knownThing, putBytes, readThings, thingHandlers } from '../../testing/tiny/things.ts'
import { contract, events, operation, paging, to } from '../contract/index.ts'
import { handle } from '../handler/index.ts'
import {
  fetchTransport,
  NotAtelierError,
  UnreachableError,
  openClient,
  readFrames,
  RefusedError,
  type Transport,
} from './index.ts'
import { nodeTransport } from './node-transport.ts'

const reading = { method: 'GET', summary: 'Read', access: to('participant'), audit: { refusals: 'way.read' } } as const
const { listNumbers, listNumbersBack, watchNumbers } = contract({
  listNumbers: operation({
    ...reading,
    path: '/v1/api/numbers',
    reach: 'call',
    query: Type.Object(paging),
    replies: { 200: Type.Array(Type.Integer()) },
  }),
  listNumbersBack: operation({
    ...reading,
    path: '/v1/api/numbers/back',
    reach: 'call',
    leadsBack: true,
    query: Type.Object(paging),
    replies: { 200: Type.Array(Type.Integer()) },
  }),
  watchNumbers: operation({
    ...reading,
    path: '/v1/api/numbers/stream',
    reach: 'call',
    effect: 'outside',
    replies: { 200: events({ events: { number: Type.Integer() }, resumes: true }) },
  }),
})
const count = async function* (after: number) {
  for (let id = after + 1; id <= 3; id += 1) yield { event: 'number', data: id, id: String(id) } as const
}
const server = await tinyServer([
  ...thingHandlers,
  handle(listNumbers, async ({ query, next, ok }) => {
    const first = Number(query.cursor ?? 1)
    if (first < 3) next(String(first + 1))
    return ok([first])
  }),
  handle(listNumbersBack, async ({ query, previous, ok }) => {
    const first = Number(query.cursor ?? 3)
    if (first > 1) previous(String(first - 1))
    return ok([first])
  }),
  handle(watchNumbers, async ({ lastEventId, ok }) => ok(count(Number(lastEventId ?? 0)))),
])
const { owner } = await scene(server)

type AnyTransport = (url: string, signal?: AbortSignal) => Transport<AsyncIterable<Uint8Array> | null>
const transports: readonly (readonly [string, AnyTransport])[] = [
  ['Node', nodeTransport],
  ['a browser', (_url, signal) => fetchTransport(signal)],
]

describe.each(transports)('the client with the transport of %s', (_name, transportTo) => {
  const connect = (url = server.baseUrl, signal?: AbortSignal, key = owner.key!) => {
    const transport = transportTo(url, signal)
    const client = openClient({ url, transport, headers: { 'x-api-key': key }, signal })
    onTestFinished(() => client.close())
    return client
  }
  const errorOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  test('sends parameters, query and body as the contract declares', async () => {
    expect(await connect().call(readThings, { query: { whole: 3, text: 'a&b' } })).toMatchObject({
      whole: 3,
      text: 'a&b',
    })
    const input = { params: { id: knownThing }, body: { state: 'free', note: 'ä' } } as const
    expect(await connect().call(changeThing, input)).toEqual(input.body)
  })

  test('throws a refusal with its status, code and fields', async () => {
    const input = { params: { id: knownThing }, body: { state: 'taken' } } as const
    expect(await errorOf(connect().call(changeThing, input))).toMatchObject({
      status: 409,
      answered: { code: 'thing_taken', holder: 'Ada' },
    })
    const error = await errorOf(connect().call(readThings, { query: { whole: 99 } }))
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ status: 400, answered: { fields: [{ path: 'whole' }] } })
    expect(await errorOf(connect(undefined, undefined, 'atl_none').call(readThings))).toMatchObject({ status: 401 })
    expect(await errorOf(connect().call(breakThing, { params: { how: 'badly' } }))).toMatchObject({ status: 500 })
  })

  test('reads a list page by page', async () => {
    const client = connect()
    const pageAt = (cursor?: string) => client.page(listNumbers, { query: { ...(cursor && { cursor }) } })
    const last = await pageAt((await pageAt((await pageAt()).next)).next)
    expect(last).toEqual({ rows: [3], next: undefined, previous: undefined })
    const newest = await client.page(listNumbersBack)
    expect(newest).toEqual({ rows: [3], next: undefined, previous: expect.any(String) })
    const { previous: cursor } = newest
    expect((await client.page(listNumbersBack, { query: { ...(cursor && { cursor }) } })).rows).toEqual([2])
    expect(await Array.fromAsync(connect().every(listNumbers))).toEqual([1, 2, 3])
  })

  test('reads a stream, and resumes it after an event', async () => {
    const read = async (headers = {}) => {
      const body = await connect().open(watchNumbers, {}, headers)
      return (await Array.fromAsync(readFrames(body!))).map(({ id, data }) => [id, data])
    }
    expect(await read()).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['3', '3'],
    ])
    expect(await read({ 'last-event-id': '2' })).toEqual([['3', '3']])
  })

  test.each([
    ['a stream of bytes', () => Readable.from([Buffer.from('bun'), Buffer.from('dle')])],
    ['a Blob', () => new Blob(['bundle'])],
  ])('uploads %s', async (_what, content) => {
    expect(await connect().call(putBytes, { body: { content: content(), sizeBytes: 6 } })).toEqual({ sizeBytes: 6 })
  })

  test('distinguishes an answer of another server from no answer', async () => {
    const elsewhere = operation({
      ...reading,
      path: '/v1/api/../../docs' as '/v1/api/docs',
      reach: 'call',
      replies: { 200: Type.Null() },
    })
    expect(await errorOf(connect().call(elsewhere))).toBeInstanceOf(NotAtelierError)
    const error = await errorOf(connect('http://127.0.0.1:9').call(readThings))
    expect(error).toBeInstanceOf(UnreachableError)
  })

  test('rejects a call with the reason of its abort', async () => {
    const controller = new AbortController()
    controller.abort(new Error('Enough'))
    expect(await errorOf(connect(undefined, controller.signal).call(readThings))).toMatchObject({ message: 'Enough' })
  })
})
