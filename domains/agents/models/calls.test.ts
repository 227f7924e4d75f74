import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, streamText, tool, type LanguageModel } from 'ai'
import { afterAll, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Scope } from '../spending/index.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import type { Caller } from '../../../testing/caller.ts'
import {
  agencyWithModels,
  askModel as ask,
  callSettings,
  callShapes,
  modelBudget,
  settledCalls,
  openCallOf as open,
  operatorsKey,
  workspacesKey,
} from '../../../testing/models/model-calls.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { listAiModels, setModelPreference } from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const agency = () => agencyWithModels(server, provider)
const budgetOf = (scope: Scope) => modelBudget(server, scope)

test('the list has the models of workspace and instance with shape, price and its day, and the default', async () => {
  const [at, neighbour] = await Promise.all([agency(), scene(server)])
  const { body } = await at.member.call(listAiModels, { workspaceId: at.workspace })
  expect(body).toMatchObject({ object: 'list', default: 'fake-large' })
  const priced = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21', object: 'model' }
  expect(body.data).toMatchObject([
    { id: 'ant/large', shape: 'messages', owned_by: 'ant', ...priced },
    { id: 'oai/large', shape: 'responses', owned_by: 'oai', ...priced },
    {
      id: 'fake-large',
      shape: 'chat',
      inputUsdPerMillion: 1,
      pricedOn: null,
      maxOutputTokens: 1000,
      capabilities: [],
      unitPrice: null,
    },
  ])
  await at.owner.call(setModelPreference, { role: 'coder', body: { modelIdentifier: 'oai/large' } })
  expect((await at.owner.call(listAiModels, { workspaceId: at.workspace })).body.default).toBe('oai/large')
  const theirs = await neighbour.owner.call(listAiModels, { workspaceId: neighbour.workspace })
  expect(theirs.body.data.map(({ id }: { id: string }) => id)).toEqual(['fake-large'])
})

describe('the AI SDK with a base address and a key alone', () => {
  const models = (at: Scene): readonly (readonly [string, LanguageModel])[] => {
    const baseURL = `${server.baseUrl}/v1/api/ai/w/${at.workspace}`
    const openai = createOpenAI({ baseURL, apiKey: at.owner.key! })
    const anthropic = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey: at.owner.key! })
    return [
      ['fake-large', openai.chat('fake-large')],
      ['ant/large', anthropic('ant/large')],
      ['oai/large', openai.responses('oai/large')],
    ]
  }

  test('calls tools, sends pictures, streams, and gets usage, in each shape', async () => {
    const at = await agency()
    const inputSchema = jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } })
    const write = tool({ description: 'Writes', inputSchema })
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'file' as const, data: pixelBase64, mediaType: 'image/png' },
    ]
    for (const [id, model] of models(at)) {
      provider.push({ toolCalls: [{ name: 'write', input: { path: 'ü' } }] }, { text: 'Ich sage “hi” 🙂' })
      const made = await generateText({ model, prompt: 'Write', tools: { write }, maxOutputTokens: 50, maxRetries: 0 })
      expect([id, made.toolCalls[0]!.input, made.usage.totalTokens]).toEqual([id, { path: 'ü' }, 120])
      const streamed = streamText({ model, messages: [{ role: 'user', content }], maxOutputTokens: 50, maxRetries: 0 })
      expect([id, await streamed.text]).toEqual([id, 'Ich sage “hi” 🙂'])
      expect((await streamed.usage).outputTokens).toBe(20)
      const [tools, picture] = provider.requests.slice(-2).map(({ body }) => body)
      expect(tools).toMatchObject({ model: id.split('/').at(-1), tools: [{}] })
      expect(JSON.stringify(picture)).toContain(pixelBase64)
    }
    // 100 tokens read and 20 written, at a dollar each, or at two and four.
    const costs = (await settledCalls(at)).map(({ status, cost_micros, reserved_micros }) => [
      status,
      Number(cost_micros) <= Number(reserved_micros),
      cost_micros,
    ])
    const own = ['finished', true, '120']
    const theirs = ['finished', true, '280']
    expect(costs.map(([status, fits, cost]) => [status, fits, String(cost)])).toEqual([
      own,
      own,
      theirs,
      theirs,
      theirs,
      theirs,
    ])
    expect(await budgetOf({ kind: 'workspace', id: at.workspace })).toMatchObject({
      spentMicros: 1_360,
      reservedMicros: 0,
    })
  })
})

describe.each(callShapes)('a call in the shape %s', (shape, operation, model, asked) => {
  const body = { model, ...asked }

  test('is booked on the workspace and recorded once with its caller, without its words', async () => {
    const at = await agency()
    provider.push({ text: 'a secret answer' })
    const { status, answer, headers } = await ask(at, at.member, operation, body)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(JSON.stringify(answer)).toContain('a secret answer')
    const [call] = await settledCalls(at)
    expect(call).toMatchObject({ status: 'finished', run_id: null, project_id: null, cycle_id: null, step: 'api' })
    expect((call!.response as Buffer).length).toBe(0)
    const rows = await auditOf(server, at.workspace, call!.id as string)
    expect(rows).toMatchObject([{ action: 'model_call.create', outcome: 'success', details: { model, shape } }])
    expect(JSON.stringify(rows)).not.toContain('Hello')
  })

  test('is refused, with nothing sent, for an invalid call', async () => {
    const at = await agency()
    const before = provider.requests.length
    const picture = { type: 'image_url', image_url: { url: 'https://example.com/x.png' } }
    const input = { type: 'input_image', image_url: 'https://example.com/x.png' }
    const source = { type: 'image', source: { type: 'url', url: 'https://example.com/x.png' } }
    const remote = { chat: picture, responses: input, messages: source }[shape]
    const conversation = shape === 'responses' ? 'input' : 'messages'
    const toolType = shape === 'messages' ? 'custom' : 'function'
    const wrong = [
      [{ ...body, model: 'gpt-unknown' }, 404, 'model_not_found'],
      [{ ...body, tools: 'all' }, 400, 'invalid_request'],
      [{ ...body, tools: [{ type: 'function', function: { name: 'x', parameters: 'any' } }] }, 400, 'invalid_request'],
      [{ ...body, tools: [{ name: 'x', input_schema: [], parameters: 7, type: toolType }] }, 400, 'invalid_request'],
      [{ ...body, [conversation]: [{ role: 'user', content: [remote] }] }, 400, 'invalid_request'],
      [{ ...body, [conversation]: [{ role: 'root', content: 'x' }] }, 400, 'invalid_request'],
      [{ ...body, [conversation]: [] }, 400, 'invalid_request'],
      [{ ...body, stream: 'yes' }, 400, 'invalid_request'],
      [{ ...body, previous_response_id: 'r', functions: [{}], container: 'c' }, 400, 'invalid_request'],
      [{ ...asked }, 400, 'invalid_request'],
    ] as const
    for (const [sent, status, code] of wrong) {
      const reply = await ask(at, at.member, operation, sent)
      expect([sent, reply.status, reply.error?.code]).toEqual([sent, status, code])
      const type = shape === 'messages' && status === 404 ? 'not_found_error' : 'invalid_request_error'
      expect(reply.error?.type).toBe(type)
    }
    const keyed = { workspaceId: at.workspace, body, headers: { 'idempotency-key': 'once' } }
    expect((await at.member.call(operation, keyed)).status).toBe(400)
    expect([await settledCalls(at), provider.requests.length]).toEqual([[], before])
  })

  test('reports the endpoint’s refusal by its status and code, in words of ours', async () => {
    const at = await agency()
    const key = shape === 'chat' ? operatorsKey : workspacesKey
    const said = `You sent ${key} and “a prompt”`
    const refusals = [
      [400, 'context_length_exceeded', 400, 'context_length_exceeded'],
      [401, 'invalid_api_key', 502, 'provider_refused_key'],
      [403, 'forbidden', 502, 'provider_refused_key'],
      [404, 'not_found_error', 404, 'not_found_error'],
      [422, key, 422, undefined],
      [402, undefined, 402, undefined],
    ] as const
    for (const [given, code, status, told] of refusals) {
      provider.push({ status: given, message: said, ...(code && { code }) })
      const reply = await ask(at, at.member, operation, body)
      expect([given, reply.status]).toEqual([given, status])
      if (told) expect(reply.error?.code).toBe(told)
      expect(JSON.stringify(reply.answer)).not.toMatch(/canary|a prompt|You sent/)
    }
    provider.push({ bytes: `{"error":{"message":"${said}","code":"x"}}`, contentType: 'application/json' })
    expect(JSON.stringify((await ask(at, at.member, operation, body)).answer)).not.toMatch(/canary|a prompt/)
    provider.push({ bytes: `data: {"error":{"message":"${said}"}}\n\n` })
    expect(await (await open(at, at.member, operation, { ...body, stream: true })).text()).not.toMatch(
      /canary|a prompt/,
    )
    provider.push({ text: 'Half of it', after: { events: 3, then: 'cut' } })
    const cut = await (await open(at, at.member, operation, { ...body, stream: true })).text()
    expect(cut).toContain('provider_cut')
    expect(cut.trimEnd().endsWith('[DONE]')).toBe(false)
    const { reservedMicros } = await budgetOf({ kind: 'workspace', id: at.workspace })
    expect(reservedMicros).toBe(0)
    expect((await settledCalls(at)).map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'failed'))
  })

  test.runIf(isLong)('ends at the endpoint when its caller leaves, or may call no more, and is settled', async () => {
    const at = await agency()
    const { caller, keyId } = await at.join('member')
    const leave = new AbortController()
    const leaving: readonly (readonly [Caller, () => unknown])[] = [
      [at.member, () => leave.abort()],
      [
        caller,
        () => asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [keyId]),
      ],
    ]
    for (const [who, end] of leaving) {
      provider.push({ text: 'Hello there', after: { events: 3, then: 'stall' } })
      const init = who === at.member ? { signal: leave.signal } : {}
      const streaming = open(at, who, operation, { ...body, stream: true }, init)
      const reading = streaming.then((response) => response.text())
      reading.catch(() => undefined)
      await streaming
      const { hungUp } = provider.requests.at(-1)!
      await end()
      await hungUp
      await expect(reading).rejects.toThrow()
    }
    await expect
      .poll(() => settledCalls(at).then((calls) => calls.map(({ failure }) => failure)))
      .toMatchObject([{ code: 'call_cancelled' }, { code: 'call_cancelled' }])
    const { spentMicros, reservedMicros } = await budgetOf({ kind: 'workspace', id: at.workspace })
    expect([spentMicros > 0, reservedMicros]).toEqual([true, 0])
  })
})
