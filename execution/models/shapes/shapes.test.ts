import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/index.ts'
import { encryptedOf, gatewayScene, signatureOf } from '../../../testing/model-provider/index.ts'
import type { ShapeName } from './index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)

const price = {
  inputMicrosPerMillion: 1_000_000,
  outputMicrosPerMillion: 1_000_000,
  cacheReadMicrosPerMillion: 100_000,
  cacheWriteMicrosPerMillion: 1_250_000,
}
const asked: Readonly<Record<ShapeName, object>> = {
  chat: { messages: [{ role: 'user', content: 'Hello' }] },
  responses: { input: 'Hello' },
  messages: { messages: [{ role: 'user', content: 'Hello' }] },
}
const own = ['responses', 'messages'] as const

const eventsOf = (body: string) =>
  body
    .trimEnd()
    .split('\n\n')
    .map((event) => {
      const [name, data] = event.split('\n')
      const value = JSON.parse(data!.slice('data: '.length)) as {
        type: string
        error?: { code: string }
        code?: string
      }
      expect(name).toBe(`event: ${value.type}`)
      return value
    })

const turn = {
  thought: 'Let me think about it',
  text: 'Ich sage “hi” 🙂',
  toolCalls: [{ name: 'write', input: { path: 'ü' } }],
  usage: { prompt_tokens: 1_000, completion_tokens: 20, cached: 700, thought: 12 },
}

describe.each(own)('a call in the shape %s', (shape) => {
  test('is passed on and back as the endpoint speaks, counted, and repeated from its record', async () => {
    const route = await scene.attempt({ shape, price })
    scene.provider.push(turn)
    const body = { ...asked[shape], stream: true, model: 'chosen-inside', metadata: { user_id: 'x' } }
    const answered = await (await route.post(body)).text()
    const events = eventsOf(answered)
    expect(events.at(-1)!.type).toBe(shape === 'messages' ? 'message_stop' : 'response.completed')
    const thought = shape === 'messages' ? signatureOf(turn.thought) : encryptedOf(turn.thought)
    expect(answered).toContain(thought)
    const seen = await scene.provider.nextRequest()
    expect(seen.path).toBe(`/v1/${shape}`)
    expect(seen.body).toMatchObject({ model: 'fake-large' })
    expect(seen.body).not.toHaveProperty('metadata')
    // 300 tokens read anew, 700 from the cache at a tenth, 20 written.
    const counts = { inputTokens: 1_000, outputTokens: 20, cacheReadTokens: 700 }
    expect(await scene.calls()).toMatchObject([{ ...counts, status: 'finished', costMicros: 390 }])
    const again = await scene.attempt({ shape, price })
    expect(await (await again.post(body)).text()).toBe(answered)
    expect(scene.provider.requests).toHaveLength(1)
  })

  test('may be answered as a whole', async () => {
    const route = await scene.attempt({ shape, price })
    scene.provider.push(turn)
    const answer = (await (await route.post(asked[shape])).json()) as { type?: string; object?: string }
    expect(answer.type ?? answer.object).toBe(shape === 'messages' ? 'message' : 'response')
    expect(await scene.calls()).toMatchObject([{ costMicros: 390, cacheReadTokens: 700 }])
  })

  test('is refused by the name of the field that is wrong, in the words of the shape, and costs nothing', async () => {
    const route = await scene.attempt({ shape })
    const image = { role: 'user', content: [{ type: shape === 'messages' ? 'image' : 'input_image', source: {} }] }
    for (const body of [{ ...asked[shape], tools: 7 }, { messages: [image], input: [image] }, '{']) {
      const response = await route.post(body)
      expect(response.status).toBe(400)
      const { type, error } = (await response.json()) as { type?: string; error: { code: string } }
      expect([type, error.code]).toEqual([shape === 'messages' ? 'error' : undefined, 'invalid_request'])
    }
    const chat = await fetch(`${route.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
    expect(chat.status).toBe(404)
    expect(await scene.calls()).toEqual([])
  })

  test.each([
    ['cut', 'provider_cut'],
    ['end', 'provider_cut'],
    ['stall', 'provider_stalled'],
  ] as const)('whose answer ends by a %s ends with an error of the shape', async (then, code) => {
    const route = await scene.attempt({ shape, timeouts: { connectMs: 5_000, firstByteMs: 5_000, idleMs: 100 } })
    scene.provider.push({ ...turn, after: { events: 5, then } })
    const last = eventsOf(await (await route.post({ ...asked[shape], stream: true })).text()).at(-1)!
    expect([last.type, last.code ?? last.error?.code]).toEqual(['error', code])
    expect(await scene.calls()).toMatchObject([{ status: 'failed', failure: { code } }])
  })

  test('is repeated if the endpoint is busy, and reported when it asks for long', async () => {
    const route = await scene.attempt({ shape })
    const reset = {
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2100-01-01T00:00:00Z',
    }
    scene.provider.push(
      { status: 529, headers: { 'retry-after-ms': '1' } },
      { text: 'at last' },
      { status: 429, headers: reset },
    )
    expect((await route.post(asked[shape])).status).toBe(200)
    const late = await route.post({ ...asked[shape], temperature: 0.5 })
    expect([late.status, Number(late.headers.get('retry-after')) > 3_600]).toEqual([429, true])
    expect(await late.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'provider_busy' } })
  })

  test('is no answer where another shape is spoken', async () => {
    const route = await scene.attempt({ shape })
    scene.provider.push(
      { bytes: 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n' },
      { bytes: '{}' },
    )
    for (const stream of [true, false]) {
      const { error } = (await (await route.post({ ...asked[shape], stream })).json()) as {
        error: { code: string; message: string }
      }
      expect(error.code).toBe('provider_garbage')
      expect(error.message).toContain('ATELIER_MODEL_SHAPE')
    }
  })
})

test.each([
  ['overloaded_error', 'provider_busy'],
  ['api_error', 'provider_failed'],
] as const)('an event %s in the place of a message ends it with %s', async (type, code) => {
  const route = await scene.attempt({ shape: 'messages' })
  const start = { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } }
  const error = { type: 'error', error: { type, message: 'Overloaded' } }
  scene.provider.push({ bytes: [start, error].map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') })
  const response = await route.post({ ...asked.messages, stream: true })
  expect(await response.json()).toMatchObject({ type: 'error', error: { code } })
})

test('a failed response has the reason, and is not an answer', async () => {
  const route = await scene.attempt({ shape: 'responses' })
  const failed = (code: string) => {
    const response = { status: 'failed', output: [], error: { code, message: 'No more' } }
    return `data: ${JSON.stringify({ type: 'response.failed', response })}\n\n`
  }
  scene.provider.push({ bytes: failed('server_error') }, { bytes: failed('rate_limit_exceeded') })
  for (const code of ['provider_failed', 'provider_busy']) {
    const response = await route.post({ ...asked.responses, stream: true })
    expect(await response.json()).toMatchObject({ error: { code } })
  }
})

test('the reserve for a call covers a prompt that is put into the cache', async () => {
  const route = await scene.attempt({ shape: 'messages', price })
  scene.provider.push({ text: 'Hi', usage: { prompt_tokens: 4_000, completion_tokens: 1, written: 4_000 } })
  await (await route.post(asked.messages)).text()
  const [call] = await scene.calls()
  expect(call).toMatchObject({ costMicros: 5_001, cacheWriteTokens: 4_000 })
  expect(call!.reservedMicros).toBeGreaterThan(4_096 * 1.25 + 1_000)
})

test('effort is sent adaptively, as a budget if that is refused, and not at all if that is refused too', async () => {
  const route = await scene.attempt({ shape: 'messages', effort: 'minimal', maxOutputTokens: 8_000 })
  const adaptive = 'adaptive thinking is not supported on this model'
  scene.provider.push({ status: 400, message: adaptive }, { text: 'a' }, { text: 'b' })
  for (const temperature of [0.1, 0.2]) await (await route.post({ ...asked.messages, temperature })).text()
  const sent = scene.provider.requests.map(({ body }) => [body.thinking, body.output_config, body.temperature])
  const budget = [{ type: 'enabled', budget_tokens: 4_000 }, undefined, undefined]
  expect(sent).toEqual([[{ type: 'adaptive' }, { effort: 'low' }, undefined], budget, budget])

  const plain = await scene.attempt({ shape: 'messages', effort: 'xhigh', maxOutputTokens: 8_000 })
  const refusals = [adaptive, 'thinking is not supported by this model'].map((message) => ({ status: 400, message }))
  scene.provider.push(...refusals, { text: 'c' })
  expect((await plain.post({ ...asked.messages, top_k: 3 })).status).toBe(200)
  expect(scene.provider.requests.at(-1)!.body).not.toHaveProperty('thinking')
})

test('a response keeps nothing at the endpoint, and asks for its thoughts if the model has any', async () => {
  const route = await scene.attempt({ shape: 'responses', effort: 'high' })
  scene.provider.push(
    { status: 400, param: 'include', message: 'Encrypted content is not supported with this model.' },
    turn,
  )
  expect((await route.post({ ...asked.responses, store: true, previous_response_id: 'resp_other' })).status).toBe(200)
  const [first, second] = scene.provider.requests.map(({ body }) => body)
  const body = { store: false, reasoning: { effort: 'high' }, max_output_tokens: 1_000 }
  const { taskId } = scene.identity
  expect(first).toMatchObject({ ...body, include: ['reasoning.encrypted_content'], prompt_cache_key: taskId })
  expect(second).toMatchObject(body)
  expect(second).not.toHaveProperty('include')
  expect(second).not.toHaveProperty('previous_response_id')
})

test('tools that the caller carries out are passed to a responses endpoint, and others are left out with a note', async () => {
  const route = await scene.attempt({ shape: 'responses' })
  const patch = { type: 'custom', name: 'apply_patch', format: { type: 'text' } }
  const called = { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: '*** Begin' }
  const output = { type: 'custom_tool_call_output', call_id: 'call_1', output: 'Done' }
  scene.provider.push(turn)
  const response = await route.post({
    input: [{ role: 'user', content: 'Hi' }, called, output],
    tools: [{ type: 'function', name: 'x' }, { type: 'web_search', external_web_access: false }, patch],
    tool_choice: { type: 'web_search' },
  })
  expect([response.status, response.headers.get('x-atelier-tools-left-out')]).toEqual([200, 'web_search'])
  const { body } = scene.provider.requests.at(-1)!
  expect(body.tools).toEqual([{ type: 'function', name: 'x' }, patch])
  expect((body.input as object[]).slice(1)).toEqual([called, output])
  expect(body).not.toHaveProperty('tool_choice')
})

test('an instruction among messages is passed on as a user message', async () => {
  const route = await scene.attempt({ shape: 'messages' })
  scene.provider.push(turn)
  const messages = ['user', 'system'].map((role) => ({ role, content: 'Be brief.' }))
  expect((await route.post({ ...asked.messages, messages })).status).toBe(200)
  expect(scene.provider.requests.at(-1)!.body.messages.map(({ role }) => role)).toEqual(['user', 'user'])
})
