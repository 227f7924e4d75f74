import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { bytes, contract, dataEvents, events, operation, to } from '../../contract/index.ts'
import { handle } from '../../handler/index.ts'

const reading = {
  method: 'GET',
  summary: 'Reply',
  reach: 'call',
  access: to('participant'),
  audit: { refusals: 'way.read' },
} as const
const asking = { ...reading, method: 'POST', audit: { none: 'It changes nothing.', refusals: 'way.ask' } } as const
const busy = { status: 503, code: 'model_busy', message: 'The model is busy.' } as const
const query = Type.Object({ model: Type.Integer() })
const Text = Type.Object({ text: Type.String() })

const ways = contract({
  json: operation({ ...reading, path: '/v1/api/ways/json', replies: { 200: Text } }),
  bytes: operation({
    ...reading,
    path: '/v1/api/ways/bytes',
    replies: { 200: bytes('text/x-way', { 'x-way': 'raw' }) },
  }),
  anyBytes: operation({ ...reading, path: '/v1/api/ways/any-bytes', replies: { 200: bytes('image/*') } }),
  named: operation({
    ...reading,
    path: '/v1/api/ways/named',
    effect: 'outside',
    replies: { 200: events({ events: { said: Text, done: Type.Object({}) }, resumes: true }) },
  }),
  bare: operation({
    ...reading,
    path: '/v1/api/ways/bare',
    effect: 'outside',
    replies: { 200: dataEvents(Text, '[DONE]') },
  }),
  openai: operation({
    ...asking,
    path: '/v1/api/ways/openai',
    query,
    replies: { 200: Text },
    errors: { busy },
    errorShape: 'openai',
  }),
  anthropic: operation({
    ...asking,
    path: '/v1/api/ways/anthropic',
    query,
    replies: { 200: Text },
    errors: { busy },
    errorShape: 'anthropic',
  }),
})

const server = await tinyServer([
  handle(ways.json, async ({ ok }) => ok({ text: 'plain' })),
  handle(ways.bytes, async ({ ok }) => ok(Readable.from(['ra', 'w']))),
  handle(ways.anyBytes, async ({ ok }) => ok({ mediaType: 'image/png', content: Readable.from(['png']) })),
  handle(ways.named, async ({ ok }) => ok(namedFrames())),
  handle(ways.bare, async ({ ok }) => ok(bareFrames())),
  handle(ways.openai, async ({ fail }) => fail.busy()),
  handle(ways.anthropic, async ({ fail }) => fail.busy()),
])
const namedFrames = async function* () {
  yield { event: 'said', data: { text: 'one' }, id: '1' } as const
  yield { event: 'done', data: {} } as const
}
const bareFrames = async function* () {
  yield { text: 'one' }
  yield { text: 'two\nlines' }
}
const { owner } = await scene(server)

const read = async (one: (typeof ways)[keyof typeof ways]) => {
  const response = await owner.open(one)
  return { type: response.headers.get('content-type'), way: response.headers.get('x-way'), text: await response.text() }
}

describe('a reply is sent as its operation declares it', () => {
  test.each([
    ['JSON', ways.json, 'application/json; charset=utf-8', '{"text":"plain"}'],
    ['bytes of the declared type', ways.bytes, 'text/x-way', 'raw'],
    ['bytes of a type chosen by the handler', ways.anyBytes, 'image/png', 'png'],
    [
      'events with names',
      ways.named,
      'text/event-stream; charset=utf-8',
      'id: 1\nevent: said\ndata: {"text":"one"}\n\nevent: done\ndata: {}\n\n',
    ],
    [
      'events with only data, and the declared end',
      ways.bare,
      'text/event-stream; charset=utf-8',
      'data: {"text":"one"}\n\ndata: {"text":"two\\nlines"}\n\ndata: [DONE]\n\n',
    ],
  ])('%s', async (_way, one, type, text) => {
    expect(await read(one)).toMatchObject({ type, text })
  })

  test('binary replies have their declared headers', async () => {
    expect(await read(ways.bytes)).toMatchObject({ way: 'raw' })
  })
})

describe('an error has the format of the provider whose interface the operation implements', () => {
  test('503 and 400 in the format of OpenAI', async () => {
    expect(await owner.call(ways.openai, { query: { model: 1 } })).toMatchObject({
      status: 503,
      body: { error: { message: busy.message, type: 'server_error', param: null, code: 'model_busy' } },
    })
    const { status, body } = await owner.call(ways.openai, { query: { model: 'x' } })
    expect([status, body.error.type, body.error.param]).toEqual([400, 'invalid_request_error', 'model'])
  })

  test('503 and 400 in the format of Anthropic', async () => {
    const { status, body, headers } = await owner.call(ways.anthropic, { query: { model: 1 } })
    expect([status, body]).toEqual([
      503,
      {
        type: 'error',
        error: { type: 'overloaded_error', message: busy.message, code: 'model_busy' },
        request_id: headers.get('x-request-id'),
      },
    ])
    const invalid = await owner.call(ways.anthropic, { query: {} })
    expect([invalid.status, invalid.body.error.type]).toEqual([400, 'invalid_request_error'])
  })

  test('401 in both formats', async () => {
    const types = async (one: typeof ways.openai | typeof ways.anthropic) => {
      const response = await fetch(server.baseUrl + one.path + '?model=1', { method: 'POST' })
      return [response.status, ((await response.json()) as { error: { type: string } }).error.type]
    }
    expect(await types(ways.openai)).toEqual([401, 'authentication_error'])
    expect(await types(ways.anthropic)).toEqual([401, 'authentication_error'])
  })
})
