import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeProvider, startModelProvider } from '../../../../testing/model-provider/index.ts'
import { Failure } from '../../failure.ts'
import { buildProgram } from '../../program/program.ts'
import { openOutput } from '../../terminal/output.ts'

let provider: FakeProvider
beforeEach(async () => {
  provider = await startModelProvider()
})
afterEach(() => provider.close())

const called = {
  toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }],
  usage: { prompt_tokens: 6_000, completion_tokens: 20 },
}
const again = { ...called, usage: { ...called.usage, cached: 5_632 } }
const priced = { ATELIER_MODEL_INPUT_PRICE: '2', ATELIER_MODEL_OUTPUT_PRICE: '10' }

const run = async (words: readonly string[], more: NodeJS.ProcessEnv = priced) => {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const named = { ATELIER_MODEL_BASE_URL: provider.baseUrl, ATELIER_MODEL_NAME: 'large' }
  const session = {
    output: openOutput({ stdout, stderr } as never, words.includes('--json')),
    signal: new AbortController().signal,
    environment: { ...named, ATELIER_MODEL_API_KEY: 'the key of the operator', ...more },
    cwd: '/',
    ifInterrupted: () => undefined,
    client: () => Promise.reject(new Error('No server is needed here')),
    close: () => Promise.resolve(),
  }
  const failure: unknown = await buildProgram(session)
    .parseAsync(['model', 'test', ...words], { from: 'user' })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  const printed = (stdout.read() as Buffer | null)?.toString() ?? ''
  if (failure === undefined) return { printed, ended: 'done', message: '' }
  expect(failure).toBeInstanceOf(Failure)
  const { kind, code, message } = failure as Failure
  return { printed, ended: `${kind} ${code}`, message }
}

describe('a test of the model', () => {
  test('reports tools, streaming, usage, caching and cost', async () => {
    provider.push(called, again)
    const { printed, ended } = await run([])
    expect(ended).toBe('done')
    expect(printed).toBe(
      [
        `large at ${new URL(provider.baseUrl).host} answers.`,
        'Shape      chat',
        'Tools      work',
        'Streaming  works',
        'Usage      6000 tokens read, 20 written',
        'Caching    works: 5632 of 6000 tokens when asked again',
        'Cost       a task of 1000000 tokens: $2.00 if all are read, $10.00 if all are written',
        '',
      ].join('\n'),
    )
    const [request, repeated] = provider.requests
    expect(repeated!.body).toEqual(request!.body)
    expect(provider.requests).toHaveLength(2)
    expect(request!.headers.authorization).toBe('Bearer the key of the operator')
    expect(request!.body).toMatchObject({ model: 'large', stream: true, stream_options: { include_usage: true } })
  })

  test('prints a single document for scripts', async () => {
    provider.push(called, again)
    const { printed } = await run(['--json', '--tokens', '500000'])
    expect(JSON.parse(printed)).toEqual({
      model: 'large',
      endpoint: new URL(provider.baseUrl).host,
      shape: 'chat',
      streams: true,
      tools: true,
      usage: { inputTokens: 6_000, outputTokens: 20 },
      cacheReadTokens: 5_632,
      costUsd: 0.0122,
      task: { tokens: 500_000, readUsd: 1, cachedUsd: 1, writtenUsd: 5 },
    })
  })

  test.each(['responses', 'messages'])('speaks the shape %s, and prices what its cache holds', async (shape) => {
    provider.push({ ...called, usage: { ...called.usage, thought: 7 } }, again)
    const { printed, ended } = await run([], {
      ...priced,
      ATELIER_MODEL_SHAPE: shape,
      ATELIER_MODEL_CACHE_READ_PRICE: '0.5',
    })
    expect([ended, provider.requests.at(-1)!.path]).toEqual(['done', `/v1/${shape}`])
    expect(printed).toContain(`Shape      ${shape}\nTools      work\nStreaming  works\n`)
    expect(printed).toContain('Caching    works: 5632 of 6000 tokens when asked again')
    expect(printed).toContain('$2.00 if all are read, $0.50 if from the cache, $10.00 if all are written')
  })

  test('finds an endpoint that cuts its input, and an endpoint without a cache', async () => {
    const usage = { prompt_tokens: 2_048, completion_tokens: 20, cached: 0 }
    provider.push({ ...called, usage }, { ...called, usage })
    const { printed } = await run([])
    expect(printed).toContain('Window     too small: the question has 4000 tokens at least, and 2048 were read.')
    expect(printed).toContain('Caching    had nothing for the same question asked again')
  })

  test('reports that usage is missing and no price is set', async () => {
    provider.push({ ...called, usage: null }, { ...called, usage: null })
    const { printed, ended } = await run([], {})
    expect(ended).toBe('done')
    expect(printed).toContain('Usage      is not reported')
    expect(printed).toContain('Cost       unknown: set ATELIER_MODEL_INPUT_PRICE')
  })

  test.each([
    ['only writes', { text: 'periwinkle' }],
    ['calls another tool', { toolCalls: [{ name: 'other', input: { word: 'periwinkle' } }] }],
    ['calls it with other words', { toolCalls: [{ name: 'say_word', input: { word: 'rose' } }] }],
    ['calls it with half an input', { toolCalls: [{ name: 'say_word', input: '{"word":"peri' }] }],
  ])('fails for a model that %s', async (_, turn) => {
    provider.push(turn, turn)
    const { printed, ended, message } = await run([])
    expect(ended).toBe('failed model_unfit')
    expect(printed).toContain('Tools      do not work')
    expect(message).toContain('does not call the tool')
  })

  test('names streaming where only a whole answer comes', async () => {
    provider.push({ status: 400, message: 'no streams here' }, called, { status: 503 })
    const { printed, ended, message } = await run([])
    expect(ended).toBe('failed model_unfit')
    expect(printed).toContain('Tools      work\nStreaming  does not work')
    expect(message).toContain('no streams here')
  })

  test('names tools if an answer comes only without them', async () => {
    const refusal = { status: 400, message: 'tool choice requires --enable-auto-tool-choice' }
    provider.push(refusal, refusal, { text: 'periwinkle' }, { status: 503 })
    const { printed, ended, message } = await run([])
    expect(ended).toBe('failed model_unfit')
    expect(printed).toContain('Tools      do not work\nStreaming  works')
    expect(message).toContain('--enable-auto-tool-choice')
  })

  test.each([
    ['a wrong key', [{ status: 401 }], 'unreachable provider_refused_key'],
    ['a model that is not there', Array(3).fill({ status: 404 }), 'failed provider_refused_request'],
    ['too many requests', [{ status: 429 }], 'failed provider_busy'],
  ])('ends at %s without a result', async (_, turns, wanted) => {
    provider.push(...turns)
    const { printed, ended, message } = await run([])
    expect([printed, ended]).toEqual(['', wanted])
    expect(message).not.toContain('the key of the operator')
  })

  test('refuses settings that no server would start with', async () => {
    expect((await run([], { ATELIER_MODEL_EFFORT: 'huge' })).ended).toBe('usage settings')
    expect((await run(['--tokens', 'many'])).ended).toBe('usage usage')
    const none = { ATELIER_MODEL_BASE_URL: '', ATELIER_MODEL_NAME: '', ATELIER_MODEL_API_KEY: '' }
    expect((await run([], none)).ended).toBe('usage no_model')
    expect(provider.requests).toHaveLength(0)
  })
})
