import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costMicros } from '../price.ts'
import { countedTokens, tokenReports } from './counted-tokens.ts'
import type { ShapeName } from './name.ts'

// 1 dollar for a million tokens that are read, 10 written, 0.1 from the cache, 1.25 to it.
const price = {
  inputMicrosPerMillion: 1_000_000,
  outputMicrosPerMillion: 10_000_000,
  cacheReadMicrosPerMillion: 100_000,
  cacheWriteMicrosPerMillion: 1_250_000,
}

interface Row {
  readonly form: string
  readonly shape?: ShapeName
  readonly at?: string
  readonly reports: readonly object[]
  /** Read, written, micro-dollars. */
  readonly counts: readonly [number, number, number]
  readonly isEstimate?: true
}

const chat = (prompt: number, completion: number, total?: number, rest: object = {}) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...(total !== undefined && { total_tokens: total }),
  ...rest,
})
const cached = (cached_tokens: number) => ({ prompt_tokens_details: { cached_tokens } })
const thoughts = (reasoning_tokens: number) => ({ completion_tokens_details: { reasoning_tokens } })
const messages = (input_tokens: number, output_tokens: number, read = 0, written = 0) => ({
  input_tokens,
  output_tokens,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
})

const rows: readonly Row[] = [
  { form: 'nothing but the two counts', reports: [chat(100, 10)], counts: [100, 10, 200] },
  { form: 'OpenAI: thoughts within', reports: [chat(100, 50, 150, thoughts(40))], counts: [100, 50, 600] },
  {
    form: 'OpenAI without a total: the row of the maker',
    at: 'api.openai.com',
    reports: [chat(100, 50, undefined, { ...thoughts(40), ...cached(90) })],
    counts: [100, 50, 519],
  },
  {
    form: 'xAI: thoughts beside, by the total',
    reports: [chat(10_120, 1_499, 14_428, { ...thoughts(2_809), ...cached(128) })],
    counts: [10_120, 4_308, 53_085],
  },
  {
    form: 'xAI without a total: the row of the maker',
    at: 'acme (api.x.ai)',
    reports: [chat(10_120, 1_499, undefined, { ...thoughts(2_809), ...cached(128) })],
    counts: [10_120, 4_308, 53_085],
  },
  { form: 'Gemini: thoughts in the total alone', reports: [chat(21, 10, 1_091)], counts: [21, 1_070, 10_721] },
  { form: 'Gemini: thoughts and no words', reports: [{ prompt_tokens: 21, total_tokens: 81 }], counts: [21, 60, 621] },
  {
    form: 'a gateway to Gemini: no words and thoughts beside',
    reports: [chat(21, 0, 81, thoughts(60))],
    counts: [21, 60, 621],
  },
  {
    form: 'a maker that is not known, without a total: the larger count',
    reports: [chat(100, 50, undefined, thoughts(40))],
    counts: [100, 90, 1_000],
    isEstimate: true,
  },
  {
    form: 'thoughts that cannot be within, without a total',
    at: 'api.openai.com',
    reports: [chat(100, 10, undefined, thoughts(40))],
    counts: [100, 50, 600],
    isEstimate: true,
  },
  {
    form: 'DeepSeek: a cache by hits and misses',
    reports: [chat(100, 10, 110, { prompt_cache_hit_tokens: 80, prompt_cache_miss_tokens: 20 })],
    counts: [100, 10, 128],
  },
  {
    form: 'Kimi: a cache at the top, and a zero among the details',
    reports: [chat(100, 10, 110, { cached_tokens: 80, ...cached(0) })],
    counts: [100, 10, 128],
  },
  {
    form: 'OpenRouter: a cache that is read and written',
    reports: [chat(1_000, 10, 1_010, { prompt_tokens_details: { cached_tokens: 300, cache_write_tokens: 200 } })],
    counts: [1_000, 10, 880],
  },
  {
    form: 'a gateway to Anthropic: the cache beside the prompt, in the total',
    reports: [chat(100, 10, 5_110, { cache_read_input_tokens: 5_000 })],
    counts: [5_100, 10, 700],
  },
  {
    form: 'a gateway to Anthropic: the cache beside the prompt, and not in the total',
    reports: [chat(100, 10, 110, { cache_read_input_tokens: 5_000 })],
    counts: [5_100, 10, 700],
  },
  {
    form: 'a cache without a total at a maker that is not known: the larger count',
    reports: [chat(100, 10, undefined, cached(80))],
    counts: [180, 10, 208],
    isEstimate: true,
  },
  {
    form: 'a total that is less than its parts: the larger counts',
    reports: [chat(100, 50, 120)],
    counts: [100, 50, 600],
    isEstimate: true,
  },
  { form: 'a total of zero says nothing', reports: [chat(100, 50, 0)], counts: [100, 50, 600] },
  {
    form: 'Responses: a cache that is read and written',
    shape: 'responses',
    reports: [
      {
        input_tokens: 1_000,
        input_tokens_details: { cached_tokens: 300, cache_write_tokens: 200 },
        output_tokens: 50,
        output_tokens_details: { reasoning_tokens: 40 },
        total_tokens: 1_050,
      },
    ],
    counts: [1_000, 50, 1_280],
  },
  {
    form: 'Anthropic: the prompt in three parts',
    shape: 'messages',
    at: 'api.anthropic.com',
    reports: [messages(100, 1, 700, 200), { output_tokens: 12 }],
    counts: [1_000, 12, 540],
  },
  {
    form: 'Anthropic: thoughts within',
    shape: 'messages',
    at: 'api.anthropic.com',
    reports: [{ ...messages(100, 50), output_tokens_details: { thinking_tokens: 40 } }],
    counts: [100, 50, 600],
  },
  {
    form: 'Messages elsewhere: zeros in the last event',
    shape: 'messages',
    reports: [messages(5_000, 1), messages(0, 12)],
    counts: [5_000, 12, 5_120],
  },
  {
    form: 'Messages elsewhere: the prompt with the last event alone',
    shape: 'messages',
    reports: [messages(0, 0), messages(5_000, 12)],
    counts: [5_000, 12, 5_120],
  },
  {
    form: 'Messages elsewhere: the cache with the last event alone',
    shape: 'messages',
    reports: [messages(5_000, 1), messages(1_000, 12, 4_000)],
    counts: [5_000, 12, 1_520],
  },
  {
    form: 'Messages elsewhere: a prompt that shrinks',
    shape: 'messages',
    reports: [messages(5_000, 1), messages(4_000, 12)],
    counts: [5_000, 12, 5_120],
    isEstimate: true,
  },
  {
    form: 'a stream whose chunks count up, with zeros at its end',
    reports: [chat(100, 1, 101), chat(100, 10, 110, cached(80)), chat(0, 0, 0)],
    counts: [100, 10, 128],
  },
]

test.each(rows)('$form', ({ shape = 'chat', at = 'models.example', reports, counts, isEstimate }) => {
  const taken = tokenReports(shape, at)
  reports.forEach(taken.add)
  const usage = taken.usage()!
  expect([usage.inputTokens, usage.outputTokens, costMicros(price, usage)]).toEqual(counts)
  expect(usage.isEstimate).toBe(isEstimate)
})

test.each([[undefined], [null], [7], [{}], [{ prompt_tokens: 5 }], [{ prompt_tokens: -1, completion_tokens: '7' }]])(
  '%j counts nothing',
  (report) => {
    expect(countedTokens('chat', 'models.example', report)).toBeUndefined()
  },
)

test('thoughts that no count names come from the total', () => {
  expect(countedTokens('chat', 'models.example', chat(21, 10, 1_091))).toMatchObject({ reasoningTokens: 1_060 })
})

const count = fc.integer({ min: 0, max: 10_000 })

test('no count and no order of reports makes an answer cheaper than its reported length', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('api.openai.com', 'api.x.ai', 'models.example'),
      fc.array(fc.record({ prompt: count, completion: count, total: count, hits: count, thinking: count }), {
        minLength: 1,
        maxLength: 4,
      }),
      (at, reports) => {
        const taken = tokenReports('chat', at)
        for (const { prompt, completion, total, hits, thinking } of reports)
          taken.add(chat(prompt, completion, total, { ...cached(hits), ...thoughts(thinking) }))
        const usage = taken.usage()!
        expect(usage.inputTokens).toBeGreaterThanOrEqual(Math.max(...reports.map(({ prompt }) => prompt)))
        expect(usage.outputTokens).toBeGreaterThanOrEqual(Math.max(...reports.map(({ completion }) => completion)))
        expect((usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0)).toBeLessThanOrEqual(usage.inputTokens)
      },
    ),
  ))
