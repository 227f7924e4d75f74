import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import {
  type FakeProvider,
  fakeEndpoint,
  newIdentity,
  type ServedRoute,
  serveRoute,
  startModelProvider,
} from '../../testing/model-provider/index.ts'
import {
  type CallIdentity,
  callsPage,
  type EndpointSettings,
  findBudget,
  instanceScope,
  openGateway,
  type RetryPolicy,
  setCap,
} from './index.ts'

const { database } = await testDatabase()
const retries: RetryPolicy = { attempts: 3, backoffMs: 1, retryAfterMaxMs: 2_000 }
const hello = { messages: [{ role: 'user', content: 'Hello' }] }
const streamed = { ...hello, stream: true, stream_options: { include_usage: true } }

let provider: FakeProvider
let identity: CallIdentity
let route: ServedRoute
const toClose: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  provider = await startModelProvider()
  identity = await newIdentity(database)
  route = await attempt()
})
afterEach(async () => {
  await Promise.all(toClose.splice(0).map((close) => close()))
  await provider.close()
})
afterAll(() => expect(toClose).toEqual([]))

/** A new attempt of the step, as another process would open it. */
const attempt = async (settings: Partial<EndpointSettings> = {}, callMs?: number) => {
  const gateway = openGateway({
    database,
    provider: fakeEndpoint(provider.baseUrl, settings),
    retries,
    ...(callMs && { callMs }),
  })
  const served = await serveRoute(gateway, identity)
  toClose.push(served.close, gateway.close)
  return served
}

const budget = (kind: 'cycle' | 'project' | 'workspace', id: string) =>
  database.instance((tx) => findBudget(tx, { kind, id }))
const cycleBudget = () => budget('cycle', identity.cycleId)
const calls = () => database.reading(identity.workspaceId, (tx) => callsPage(tx, identity.runId, 100))
const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string; type: string } }).error

describe('a call that succeeds', () => {
  test('goes to the configured model with the key, and costs what the provider reports', async () => {
    provider.push({ text: 'Hi', usage: { prompt_tokens: 7, completion_tokens: 3 } })
    const response = await route.post({
      ...hello,
      model: 'chosen-inside',
      max_tokens: 9_999,
      service_tier: 'priority',
      user: 'x',
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
    const seen = await provider.nextRequest()
    expect(seen.headers.authorization).toBe('Bearer key-of-the-operator')
    expect(seen.body).toEqual({ ...hello, model: 'fake-large', max_tokens: 1_000 })
    expect(await cycleBudget()).toMatchObject({ capMicros: null, spentMicros: 10, reservedMicros: 0 })
    expect(await budget('workspace', identity.workspaceId)).toMatchObject({ spentMicros: 10, reservedMicros: 0 })
    expect(await calls()).toMatchObject([
      { status: 'finished', costMicros: 10, inputTokens: 7, outputTokens: 3, model: 'fake-large' },
    ])
  })

  test('streams text and tool calls that arrive in awkward pieces', async () => {
    const input = { path: 'ünï/cödé.txt', content: 'a\n'.repeat(50) }
    provider.push({ text: 'Ich ändere “das” 🙂', toolCalls: [{ name: 'write', input }] })
    const response = await route.post(streamed)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const { text, toolArguments, done, usage } = read(await response.text())
    expect({ text, input: JSON.parse(toolArguments), done }).toEqual({ text: 'Ich ändere “das” 🙂', input, done: true })
    expect(usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 })
  })

  test('keeps the usage chunk from a caller that did not ask for it, and still counts it', async () => {
    provider.push({ text: 'Hi' })
    expect(read(await (await route.post({ ...hello, stream: true })).text()).usage).toBeUndefined()
    expect(await cycleBudget()).toMatchObject({ spentMicros: 120 })
  })

  test('costs its worst case when no usage is reported, and never more than that', async () => {
    provider.push({ text: 'Hi', usage: null }, { text: 'Hi', usage: { prompt_tokens: 2 ** 50, completion_tokens: 1 } })
    await (await route.post(hello)).text()
    await (await route.post(hello)).text()
    const [first, second] = await calls()
    expect(first!.costMicros).toBe(first!.reservedMicros)
    expect(second).toMatchObject({ costMicros: second!.reservedMicros, inputTokens: 2 ** 50 })
    expect(await cycleBudget()).toMatchObject({ spentMicros: 2 * first!.reservedMicros, reservedMicros: 0 })
  })

  test('is held back in the budget while it is in flight', async () => {
    let answerNow = (_: unknown) => {}
    provider.push({ text: 'Hi', when: new Promise((resolve) => (answerNow = resolve)) })
    const answered = route.post(hello)
    await provider.nextRequest()
    const [call] = await calls()
    expect(call).toMatchObject({ status: 'open', costMicros: null })
    expect(await cycleBudget()).toMatchObject({ spentMicros: 0, reservedMicros: call!.reservedMicros })
    answerNow(undefined)
    expect((await answered).status).toBe(200)
  })
})

describe('a repeated step', () => {
  test('is given the answers that were paid for, in their order, without a call', async () => {
    provider.push({ text: 'first' }, { text: 'second' }, { text: 'third' })
    const said = async (from: ServedRoute, body: object) => read(await (await from.post(body)).text()).text
    expect([await said(route, streamed), await said(route, streamed)]).toEqual(['first', 'second'])
    const spent = await cycleBudget()
    const again = await attempt()
    expect([await said(again, streamed), await said(again, streamed)]).toEqual(['first', 'second'])
    expect(await cycleBudget()).toEqual(spent)
    expect(await said(again, streamed)).toBe('third')
    expect(provider.requests).toHaveLength(3)
  })

  test('repeats a call that failed, and one of another step', async () => {
    provider.push({ status: 400 }, { text: 'now' }, { text: 'elsewhere' })
    expect((await route.post(hello)).status).toBe(400)
    const again = await attempt()
    expect(await (await again.post(hello)).json()).toMatchObject({ choices: [{ message: { content: 'now' } }] })
    identity = { ...identity, step: 'review-task' }
    const other = await attempt()
    expect(await (await other.post(hello)).json()).toMatchObject({ choices: [{ message: { content: 'elsewhere' } }] })
  })
})

describe('a provider that fails', () => {
  test.each([
    ['a wrong key', { status: 401, message: 'bad key-of-the-operator' }, 502, 'provider_refused_key'],
    [
      'a request it does not take',
      { status: 400, message: 'too long for key-of-the-operator' },
      400,
      'provider_refused_request',
    ],
    ['a model that is not there', { status: 404 }, 502, 'provider_refused_request'],
    ['a redirect', { status: 307 }, 502, 'provider_refused_request'],
    ['a page', { bytes: '<html>Sign in</html>' }, 502, 'provider_garbage'],
    ['events that are no JSON', { bytes: 'data: nonsense\n\n' }, 502, 'provider_garbage'],
    ['JSON of another kind', { bytes: 'data: {"hello":1}\n\n' }, 502, 'provider_garbage'],
    [
      'bytes that are no text',
      { bytes: new Uint8Array([100, 97, 116, 97, 58, 255, 254, 10, 10]) },
      502,
      'provider_garbage',
    ],
    ['an error as an event', { bytes: 'data: {"error":{"message":"overloaded"}}\n\n' }, 502, 'provider_failed'],
    ['a hang-up', { answer: 'hang-up' }, 502, 'provider_cut'],
  ] as const)('%s becomes an error and a stored failure', async (_, turn, status, code) => {
    provider.push(turn)
    const response = await route.post(streamed)
    expect(response.status).toBe(status)
    const error = await errorOf(response)
    expect(error.code).toBe(code)
    expect(error.message).not.toContain('key-of-the-operator')
    expect(await calls()).toMatchObject([{ status: 'failed', failure: { code, message: error.message } }])
    expect(await cycleBudget()).toMatchObject({ reservedMicros: 0 })
    expect(provider.requests).toHaveLength(1)
  })

  test('an answer that is not streamed and is no completion is garbage', async () => {
    provider.push({ bytes: '{"choices":[]}', contentType: 'application/json' })
    expect((await errorOf(await route.post(hello))).code).toBe('provider_garbage')
  })

  test('costs nothing when it was never reached', async () => {
    await provider.close()
    const error = await errorOf(await route.post(hello))
    expect(error).toMatchObject({ code: 'provider_unreachable', type: 'server_error' })
    expect(error.message).toContain('ECONNREFUSED')
    expect(await cycleBudget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 })
    provider = await startModelProvider()
  })

  test('is tried again after 429 and 500, when it asks for a wait that is not too long', async () => {
    provider.push({ status: 429, retryAfter: '0' }, { status: 500 }, { text: 'at last' })
    expect(read(await (await route.post(streamed)).text()).text).toBe('at last')
    expect(await calls()).toMatchObject([{ status: 'finished', costMicros: 120 }])
  })

  test('is given up after three tries, and at once when it asks for a long wait', async () => {
    provider.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 429, retryAfter: '3600' })
    expect((await errorOf(await route.post(hello))).code).toBe('provider_failed')
    const response = await route.post(hello)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await errorOf(response)).toMatchObject({ code: 'provider_busy', type: 'rate_limit_error' })
    expect(provider.requests).toHaveLength(4)
    expect(await cycleBudget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 })
  })

  test('that is silent is given up, and costs the worst case', async () => {
    const hasty = await attempt({ timeouts: { connectMs: 5_000, firstByteMs: 50, idleMs: 5_000 } })
    provider.push({ answer: 'silence' })
    const response = await hasty.post(streamed)
    expect([response.status, (await errorOf(response)).code]).toEqual([504, 'provider_slow'])
    const [call] = await calls()
    expect(call!.costMicros).toBe(call!.reservedMicros)
    await (
      await provider.nextRequest()
    ).hungUp
  })

  test.each([
    ['stall', 'provider_stalled'],
    ['cut', 'provider_cut'],
    ['end', 'provider_cut'],
  ] as const)('%s in mid-stream ends the stream with an error event', async (then, code) => {
    const hasty = await attempt({ timeouts: { connectMs: 5_000, firstByteMs: 5_000, idleMs: 100 } })
    provider.push({ text: 'This never ends', after: { events: 3, then } })
    const { text, done, error } = read(await (await hasty.post(streamed)).text())
    expect({ text, done, code: error?.code }).toEqual({ text: 'This never end', done: false, code })
    expect(await calls()).toMatchObject([{ status: 'failed', failure: { code } }])
  })

  test('answers more than is allowed is cut off', async () => {
    const narrow = await attempt({ answerBytesMax: 2_000 })
    provider.push({ text: 'x'.repeat(10_000) })
    expect(read(await (await narrow.post(streamed)).text()).error?.code).toBe('provider_too_large')
  })

  test('takes longer than one call may is given up', async () => {
    const short = await attempt({}, 100)
    provider.push({ text: 'Hi', after: { events: 2, then: 'stall' } })
    expect(read(await (await short.post(streamed)).text()).error?.code).toBe('provider_slow')
  })
})

describe('a caller', () => {
  test('that hangs up stops the call and pays its worst case', async () => {
    const controller = new AbortController()
    provider.push({ text: 'Hello there', after: { events: 2, then: 'stall' } })
    const response = await route.post(streamed, controller.signal)
    const request = await provider.nextRequest()
    const reading = response.text()
    controller.abort()
    await expect(reading).rejects.toThrow()
    await request.hungUp
    await expect.poll(calls).toMatchObject([{ status: 'failed', failure: { code: 'call_cancelled' } }])
  })

  test.each([
    ['nothing', '', 'The body is not JSON'],
    ['no messages', {}, 'The body must have required properties messages'],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'image_url',
    ],
    ['a role of its own', { messages: [{ role: 'root', content: 'x' }] }, 'messages.0.role'],
    ['two answers at once', { ...hello, n: 2 }, 'n must be'],
    ['a tool without a name', { ...hello, tools: [{ type: 'function', function: {} }] }, 'tools.0.function'],
  ])('that sends %s is told what is wrong, and nothing is sent on', async (_, body, words) => {
    const response = await route.post(body)
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(words) })
    expect([await calls(), provider.requests]).toEqual([[], []])
  })

  test('that sends too much gets 413', async () => {
    const response = await route.post({ messages: [{ role: 'user', content: 'x'.repeat(9 * 1024 * 1024) }] })
    expect([response.status, (await errorOf(response)).code]).toEqual([413, 'request_too_large'])
  })

  test('finds the model, and nothing else, on the other routes', async () => {
    const models = await fetch(`${route.url}/v1/models`)
    expect(await models.json()).toMatchObject({ data: [{ id: 'fake-large' }] })
    const other = await fetch(`${route.url}/v1/files`)
    expect([other.status, (await errorOf(other)).code]).toEqual([404, 'unknown_route'])
  })
})

describe('a cap', () => {
  const kinds = ['cycle', 'project', 'workspace', 'instance'] as const
  test.each(kinds)(
    'of the %s that does not cover the worst case refuses the call, and nothing changes',
    async (kind) => {
      const scope = kind === 'instance' ? instanceScope : { kind, id: identity[`${kind}Id`] }
      const set = (capMicros: number | null) => database.instance((tx) => setCap(tx, scope, capMicros))
      await set(1_000)
      const before = await cycleBudget()
      const response = await route.post(hello)
      expect(response.status).toBe(402)
      const error = await errorOf(response)
      expect(error).toMatchObject({ code: `${kind}_cap_reached`, type: 'insufficient_quota' })
      expect(error.message).toContain(`The ${kind}'s model budget of $0.001 does not cover this call`)
      expect([await cycleBudget(), provider.requests]).toEqual([
        kind === 'cycle' ? { ...before, capMicros: 1_000 } : before,
        [],
      ])
      expect(await calls()).toMatchObject([{ status: 'failed', reservedMicros: 0, costMicros: 0 }])
      await set(null)
      provider.push({ text: 'Hi' })
      expect((await route.post(hello)).status).toBe(200)
    },
  )
})

/** What a client of the stream would see. */
const read = (body: string) => {
  const events = body
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice(6))
  const chunks = events.filter((event) => event !== '[DONE]').map((event) => JSON.parse(event))
  const deltas = chunks.map((chunk) => chunk.choices?.[0]?.delta ?? {})
  return {
    text: deltas.map((delta) => delta.content ?? '').join(''),
    toolArguments: deltas.map((delta) => delta.tool_calls?.[0]?.function?.arguments ?? '').join(''),
    usage: chunks.find((chunk) => chunk.usage)?.usage,
    error: chunks.find((chunk) => chunk.error)?.error,
    done: events.at(-1) === '[DONE]',
  }
}
