import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { openFetcher } from '../../platform/fetch/index.ts'
import { testDatabase } from '../../testing/index.ts'
import { errorOf, gatewayScene, readStream, startModelProvider } from '../../testing/model-provider/index.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const hello = { messages: [{ role: 'user', content: 'Hello' }] }
const streamed = { ...hello, stream: true, stream_options: { include_usage: true } }

describe('a provider with an unexpected answer:', () => {
  test.each([
    [
      'a wrong key',
      { status: 401, message: 'bad key-of-the-operator' },
      502,
      'provider_refused_key',
      'refused the configured key (401)',
    ],
    [
      'a request it does not take',
      { status: 400, message: 'too long for key-of-the-operator' },
      400,
      'provider_refused_request',
      'too long',
    ],
    ['an empty account', { status: 429, code: 'insufficient_quota' }, 402, 'provider_unpaid', ''],
    ['a bill that is not paid', { status: 402 }, 402, 'provider_unpaid', ''],
    [
      'a model that is not there',
      { status: 404, message: 'no such model' },
      502,
      'provider_refused_request',
      'no such model',
    ],
    ['a redirect', { status: 307 }, 502, 'provider_refused_request', ''],
    ['a page', { bytes: '<html>Sign in</html>' }, 502, 'provider_garbage', 'no chat completion'],
    ['events that are no JSON', { bytes: 'data: nonsense\n\n' }, 502, 'provider_garbage', ''],
    ['JSON of another kind', { bytes: 'data: {"hello":1}\n\n' }, 502, 'provider_garbage', 'is no chat completion'],
    [
      'bytes that are no text',
      { bytes: new Uint8Array([100, 97, 116, 97, 58, 255, 254, 10, 10]) },
      502,
      'provider_garbage',
      '',
    ],
    [
      'an error as an event',
      { bytes: 'data: {"error":{"message":"overloaded"}}\n\n' },
      502,
      'provider_failed',
      'overloaded',
    ],
    [
      'JSON in the place of a stream',
      {
        bytes: '{"error":{"message":"Insufficient balance","code":"insufficient_quota"}}',
        contentType: 'application/json',
      },
      402,
      'provider_unpaid',
      'Insufficient balance',
    ],
  ] as const)('%s becomes an error and a stored failure', async (_, turn, status, code, words) => {
    scene.provider.push(turn)
    const response = await scene.route.post(streamed)
    expect(response.status).toBe(status)
    const error = await errorOf(response)
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
    expect(error.message).not.toContain('key-of-the-operator')
    expect(await scene.calls()).toMatchObject([{ status: 'failed', failure: { code, message: error.message } }])
    expect(await scene.budget()).toMatchObject({ reservedMicros: 0 })
    expect(scene.provider.requests).toHaveLength(1)
  })

  test('a whole answer that holds the key is passed on without it', async () => {
    scene.provider.push({ text: 'You sent key-of-the-operator.' })
    const answer = await (await scene.route.post(hello)).text()
    expect(answer).toContain('You sent ….')
    expect(answer).not.toContain('key-of-the-operator')
  })

  test('an answer that is neither a stream nor a completion is invalid', async () => {
    scene.provider.push({ bytes: '{"choices":[]}', contentType: 'application/json' })
    expect((await errorOf(await scene.route.post(hello))).code).toBe('provider_garbage')
  })
})

describe('a provider that is temporarily unavailable', () => {
  test('costs nothing when it was not reached', async () => {
    await scene.provider.close()
    const error = await errorOf(await scene.route.post(hello))
    expect(error).toMatchObject({ code: 'provider_unreachable', type: 'server_error' })
    expect(error.message).toContain('ECONNREFUSED')
    expect(await scene.budget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 })
    scene.provider = await startModelProvider()
  })

  test('is retried after 429 and 500 when the requested wait is short', async () => {
    scene.provider.push({ status: 429, retryAfter: '0' }, { status: 500 }, { text: 'at last' })
    expect(readStream(await (await scene.route.post(streamed)).text()).text).toBe('at last')
    expect(await scene.calls()).toMatchObject([{ status: 'finished', costMicros: 120 }])
  })

  test('is retried after 408 and 409', async () => {
    scene.provider.push({ status: 408 }, { status: 409 }, { text: 'at last' })
    expect((await scene.route.post(hello)).status).toBe(200)
    expect(await scene.calls()).toMatchObject([{ status: 'finished', costMicros: 120 }])
  })

  test('is retried after it closed the connection without a byte, which costs nothing', async () => {
    scene.provider.push({ answer: 'hang-up' }, { text: 'at last' })
    expect(readStream(await (await scene.route.post(streamed)).text()).text).toBe('at last')
    scene.provider.push({ answer: 'hang-up' }, { answer: 'hang-up' }, { answer: 'hang-up' })
    const failed = await errorOf(await scene.route.post(hello))
    expect([failed.code, failed.message]).toEqual(['provider_cut', expect.stringContaining('before its answer began')])
    expect(await scene.calls()).toMatchObject([{ costMicros: 120 }, { status: 'failed', costMicros: 0 }])
  })

  test('is abandoned after three attempts, and at once when it asks for a long wait', async () => {
    scene.provider.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 429, retryAfter: '3600' })
    const failed = await errorOf(await scene.route.post(hello))
    expect([failed.code, failed.message]).toEqual(['provider_failed', expect.stringContaining('failed (503)')])
    const response = await scene.route.post(hello)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await errorOf(response)).toMatchObject({ code: 'provider_busy', type: 'rate_limit_error' })
    expect(scene.provider.requests).toHaveLength(4)
    expect(await scene.budget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 })
  })
})

describe('an endpoint with habits of its own', () => {
  const answer = {
    choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  }
  const chunk = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] })}\n\n`

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('that packs its answers with %s, unasked, is read', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding }
    scene.provider.push({ bytes: pack(JSON.stringify(answer)), contentType: 'application/json', headers })
    expect(await (await scene.route.post(hello)).json()).toMatchObject(answer)
    scene.provider.push({ bytes: pack(chunk), headers })
    expect(readStream(await (await scene.route.post(streamed)).text()).text).toBe('Hi')
  })

  test('that packs more than the limit into little is cut off', async () => {
    const narrow = await scene.attempt({ answerBytesMax: 100_000 })
    const bytes = gzipSync(Buffer.alloc(50_000_000))
    scene.provider.push({ bytes, contentType: 'application/json', headers: { 'content-encoding': 'gzip' } })
    expect((await errorOf(await narrow.post(hello))).code).toBe('provider_too_large')
  })

  test('that writes a blank behind [DONE] is read', async () => {
    scene.provider.push({ bytes: `${chunk}data: [DONE] \n\n` })
    expect(readStream(await (await scene.route.post(streamed)).text())).toMatchObject({ text: 'Hi', done: true })
  })

  test.each([
    [400, 'error-list.400.json', 'provider_refused_request', 'Invalid JSON payload received'],
    [403, 'error-top.403.json', 'provider_refused_key', 'This model is not in your tier'],
    [422, '{"detail":[{"loc":["body","seed"],"msg":"too large"}]}', 'provider_refused_request', 'body.seed: too large'],
  ] as const)('that refuses with %d has the reason: %s', async (status, body, code, words) => {
    const bytes = body.startsWith('{') ? body : await readFile(join(import.meta.dirname, 'fixtures', body))
    scene.provider.push({ status, bytes, contentType: 'application/json' })
    await scene.route.post(hello)
    expect(await scene.calls()).toMatchObject([{ failure: { code, message: expect.stringContaining(words) } }])
  })

  test('that asks for a wait in the body of its refusal is waited for', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }]
    const bytes = JSON.stringify([{ error: { code: 429, message: 'Quota exceeded', details } }])
    scene.provider.push({ status: 429, bytes, contentType: 'application/json' })
    const response = await scene.route.post(hello)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '35'])
  })
})

describe('a provider that is slow or breaks off', () => {
  test('before its first byte is abandoned and costs the worst case', async () => {
    const hasty = await scene.attempt({ timeouts: { connectMs: 5_000, firstByteMs: 50, idleMs: 5_000 } })
    scene.provider.push({ answer: 'silence' })
    const response = await hasty.post(streamed)
    const { code, message } = await errorOf(response)
    expect([response.status, code, message]).toEqual([
      504,
      'provider_slow',
      expect.stringContaining('sent nothing for'),
    ])
    const [call] = await scene.calls()
    expect(call!.costMicros).toBe(call!.reservedMicros)
    await (
      await scene.provider.nextRequest()
    ).hungUp
  })

  test.runIf(isLong).each([
    ['stall', 'provider_stalled', 'stopped in the middle of its answer'],
    ['cut', 'provider_cut', 'before its answer was whole'],
    ['end', 'provider_cut', 'ended before it was whole'],
  ] as const)('by a %s in mid-stream ends the stream with an error event', async (then, code, words) => {
    // On a busy machine too, an answer that ends by itself must not count as one that hangs.
    const idleMs = then === 'stall' ? 1_000 : hungAfterMs
    const hasty = await scene.attempt({ timeouts: { connectMs: hungAfterMs, firstByteMs: hungAfterMs, idleMs } })
    scene.provider.push({ text: 'This never ends', after: { events: 3, then } })
    const { text, done, error } = readStream(await (await hasty.post(streamed)).text())
    expect({ text, done, code: error?.code }).toEqual({ text: 'This never end', done: false, code })
    expect(error?.message).toContain(words)
    expect(await scene.calls()).toMatchObject([{ status: 'failed', failure: { code } }])
  })

  test('cannot answer more than the limit', async () => {
    const narrow = await scene.attempt({ answerBytesMax: 2_000 })
    scene.provider.push({ text: 'x'.repeat(10_000) })
    expect(readStream(await (await narrow.post(streamed)).text()).error?.code).toBe('provider_too_large')
  })

  test('cannot take longer than the limit', async () => {
    const short = await scene.attempt({}, 100)
    scene.provider.push({ text: 'Hi', after: { events: 2, then: 'stall' } })
    expect(readStream(await (await short.post(streamed)).text()).error?.code).toBe('provider_slow')
  })
})

describe('an endpoint whose name is judged at each connection', () => {
  const guardedAt = async (baseUrl: string, addresses: string[]) => {
    const privateHosts = [new URL(scene.provider.baseUrl).host.replace('127.0.0.1', 'models.test')]
    const lookup = openFetcher({ privateHosts, resolve: async () => addresses }).guard(baseUrl)
    return scene.attempt({ baseUrl, lookup, name: 'acme (models.test)' })
  }

  test('is reached under its name at a checked address', async () => {
    const baseUrl = scene.provider.baseUrl.replace('127.0.0.1', 'models.test')
    const route = await guardedAt(baseUrl, ['127.0.0.1'])
    scene.provider.push({ text: 'Hi' })
    expect((await route.post(hello)).status).toBe(200)
    expect(scene.provider.requests[0]!.headers.host).toBe(new URL(baseUrl).host)
  })

  test('gets no connection if any address is private, and the call costs nothing', async () => {
    const route = await guardedAt('https://api.example.com/v1', ['93.184.216.34', '127.0.0.1'])
    const response = await route.post(hello)
    const { code, message } = await errorOf(response)
    expect([response.status, code]).toEqual([502, 'provider_unreachable'])
    expect(message).toBe(
      'The model endpoint acme (models.test) cannot be reached. api.example.com was not found on the public internet. Look at the address.',
    )
    expect(await scene.calls()).toMatchObject([{ status: 'failed', costMicros: 0 }])
    expect((await scene.budget()).reservedMicros).toBe(0)
  })
})
