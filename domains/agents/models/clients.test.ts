import { afterAll, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { agencyWithModels, callSettings } from '../../../testing/models/model-calls.ts'
import { modelClients } from '../../../testing/models/model-clients.ts'
import { startModelProvider, type Turn } from '../../../testing/model-provider/index.ts'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { testServer } from '../../../testing/server.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const at = await agencyWithModels(server, provider)
const { openai, anthropic, all: clients } = modelClients(`${server.baseUrl}/v1/api/ai/w/${at.workspace}`, at.owner.key!)

const usage = { prompt_tokens: 1_000, completion_tokens: 20, cached: 700, thought: 12 }
const toolCalls = ['a.txt', 'ü.txt'].map((path) => ({ name: 'read', input: { path } }))
const first: Turn = { thought: 'Let me think', text: 'I look.', toolCalls, usage }
const second: Turn = { text: 'Ich sage “hi” 🙂', usage }

const models = ['fake-large', 'ant/large', 'oai/large'] as const
const rows = Object.keys(clients).flatMap((name) => models.map((model) => [name, model] as const))

describe.each(rows)('%s with %s', (name, model) => {
  const client = clients[name]!

  test.runIf(isLong).each([false, true])(
    'calls tools, returns results and a picture, and gets usage (streams: %s)',
    async (streams) => {
      provider.push(first, second)
      const before = provider.requests.length
      const [called, answered] = await client.talk(model, streams)
      const tokens = [1_000, 20, 700]
      expect(called).toEqual({
        text: 'I look.',
        calls: [{ path: 'a.txt' }, { path: 'ü.txt' }],
        stop: client.stops[0],
        tokens,
      })
      expect(answered).toEqual({ text: 'Ich sage “hi” 🙂', calls: [], stop: client.stops[1], tokens })
      const [asked, again] = provider.requests.slice(before).map(({ body }) => JSON.stringify(body))
      expect(asked).toContain('Be brief')
      for (const said of ['Be brief', 'Read both', 'I look.', 'result 0', 'result 1', 'And this?', pixelBase64])
        expect(again).toContain(said)
      // Each endpoint gets its own thoughts back, in any form that its caller had to keep.
      const isKept = { 'fake-large': 'Let me think', 'ant/large': '"signature"', 'oai/large': 'encrypted_content' }[
        model
      ]
      if (/responses|messages|anthropic/.test(name) && !name.startsWith('AI SDK')) expect(again).toContain(isKept)
    },
  )

  test.runIf(isLong)('gets the endpoint’s refusal by status and code, in words of ours', async () => {
    provider.push({ status: 400, code: 'context_length_exceeded', message: 'You sent a secret prompt' })
    const error = (await client.fail(model)) as { status: number; code?: string; error?: unknown; message: string }
    expect(error.status).toBe(400)
    expect(JSON.stringify([error.code, error.error])).toContain('context_length_exceeded')
    expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('secret prompt')
  })
})

test('a client that leaves a translated stream ends the call at the endpoint, and the client of a broken one gets an error', async () => {
  const body = { model: 'ant/large', messages: [{ role: 'user' as const, content: 'Hi' }], stream: true as const }
  provider.push({ text: 'Hello there', after: { events: 5, then: 'stall' } })
  const stream = await openai.chat.completions.create(body)
  for await (const { choices } of stream) if (choices[0]?.delta.content) break
  await provider.requests.at(-1)!.hungUp
  provider.push({ text: 'Hello there', after: { events: 5, then: 'cut' } })
  const cut = await openai.chat.completions.create(body)
  const reading = Array.fromAsync(cut)
  await expect(reading).rejects.toMatchObject({ code: 'provider_cut' })
})

test('fields without a form in the endpoint’s shape are refused by name, and nothing is sent', async () => {
  const before = provider.requests.length
  const said = { messages: [{ role: 'user' as const, content: 'Hi' }] }
  const error = await openai.chat.completions
    .create({ ...said, model: 'ant/large', presence_penalty: 1 })
    .catch((one: unknown) => one)
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: expect.stringMatching(/presence_penalty/) as string,
  })
  const refused = anthropic.messages.create({ ...said, model: 'oai/large', max_tokens: 9, stop_sequences: ['x'] })
  const type = 'invalid_request_error'
  expect(await refused.catch((one: unknown) => one)).toMatchObject({ status: 400, error: { error: { type } } })
  expect(provider.requests).toHaveLength(before)
})

test('the official client lists the models', async () => {
  const listed: string[] = []
  for await (const { id } of openai.models.list()) listed.push(id)
  expect(listed).toEqual(['ant/large', 'oai/large', 'fake-large'])
})
