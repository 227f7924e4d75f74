import type { Usage } from '../price.ts'
import type { ShapeName } from './name.ts'
import { formOf, type TokenForm } from './token-forms.ts'
import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import { malformedAnswer, readAnswer, tokens } from './answer.ts'
import { outgoingOf, requestReader } from './body.ts'
import type { OutgoingRequest } from './shape.ts'

// The names of a count, in all shapes: makers mix them, and a zero does not undo other counts.
const names = {
  input: ['prompt_tokens', 'input_tokens'],
  output: ['completion_tokens', 'output_tokens'],
  // The last two are Kimi's and DeepSeek's.
  cacheRead: [
    'prompt_tokens_details.cached_tokens',
    'input_tokens_details.cached_tokens',
    'cache_read_input_tokens',
    'cached_tokens',
    'prompt_cache_hit_tokens',
  ],
  cacheWrite: [
    'prompt_tokens_details.cache_write_tokens',
    'input_tokens_details.cache_write_tokens',
    'cache_creation_input_tokens',
  ],
  thoughts: [
    'completion_tokens_details.reasoning_tokens',
    'output_tokens_details.reasoning_tokens',
    'output_tokens_details.thinking_tokens',
  ],
  total: ['total_tokens'],
} as const

/** Counts in a report; missing counts are undefined. */
type ReportedCounts = Readonly<Record<keyof typeof names, number | undefined>>

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, field) => (inner as Readonly<Record<string, unknown>> | null | undefined)?.[field], value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const largestOf = (report: unknown, paths: readonly string[]): number | undefined => {
  const found = paths.map((path) => at(report, path)).filter(isCount)
  return found.length === 0 ? undefined : Math.max(...found)
}

const countsIn = (report: unknown) =>
  Object.fromEntries(Object.entries(names).map(([count, paths]) => [count, largestOf(report, paths)])) as ReportedCounts

const cachedOf = ({ cacheRead = 0, cacheWrite = 0 }: ReportedCounts) => cacheRead + cacheWrite

const larger = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

/**
 * Adds up the reports for an answer. Those of a stream count the whole answer so far: the largest of each count is
 * kept, and the prompt of the report with the longest one, with its parts. An invalid report is ignored; `usage` is
 * undefined if no report counts input and output.
 */
export const tokenReports = (shape: ShapeName, endpoint: string) => {
  const form = formOf(shape, endpoint)
  const promptOf = (reported: ReportedCounts) =>
    form.cached === 'beside'
      ? (reported.input ?? 0) + cachedOf(reported)
      : Math.max(reported.input ?? 0, cachedOf(reported))
  let reported = countsIn(undefined)
  let isContradicted = false
  return {
    add: (report: unknown) => {
      const next = countsIn(report)
      const more = promptOf(next) - promptOf(reported)
      const isLater = more > 0 || (more === 0 && cachedOf(next) >= cachedOf(reported))
      // A zero means nothing, and a report without its cache does not contradict a report with it.
      isContradicted ||= more < 0 && next.input !== undefined && next.input !== 0 && next.input !== reported.input
      const { input, cacheRead, cacheWrite } = isLater ? next : reported
      reported = {
        input: input ?? reported.input,
        cacheRead,
        cacheWrite,
        output: larger(next.output, reported.output),
        thoughts: larger(next.thoughts, reported.thoughts),
        total: larger(next.total, reported.total),
      }
    },
    usage: (): Usage | undefined => {
      const usage = usageOf(reported, form)
      return usage && isContradicted ? { ...usage, isEstimate: true } : usage
    },
  }
}

/** The tokens that a report counts; undefined if it counts no tokens. */
export const countedTokens = (shape: ShapeName, endpoint: string, report: unknown): Usage | undefined => {
  const reports = tokenReports(shape, endpoint)
  reports.add(report)
  return reports.usage()
}

interface TokenSums {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly isEstimate: boolean
}

/**
 * The answer has the tokens that the total leaves beside the prompt. Without a total that the other counts allow, the
 * maker's form decides; without a form the larger count is taken, as an estimate.
 */
const usageOf = (reported: ReportedCounts, form: TokenForm): Usage | undefined => {
  const whole = withAll(reported)
  const counted = whole && (byTotal(whole, form) ?? byForm(whole, form))
  if (!counted || !Number.isSafeInteger(counted.inputTokens + counted.outputTokens)) return undefined
  const { isEstimate, ...tokens } = counted
  // Thoughts are the tokens that no count names.
  const unnamed = tokens.outputTokens - (reported.output ?? 0)
  const thoughts =
    reported.thoughts === 0 && unnamed > 0 ? unnamed : (reported.thoughts ?? (unnamed > 0 ? unnamed : undefined))
  return {
    ...tokens,
    cacheReadTokens: reported.cacheRead,
    cacheWriteTokens: reported.cacheWrite,
    reasoningTokens: thoughts === undefined ? undefined : Math.min(thoughts, tokens.outputTokens),
    ...(isEstimate && { isEstimate }),
  }
}

type Whole = ReportedCounts & { readonly input: number; readonly output: number }

/** Adds the count that the total implies, such as the thoughts in an answer with only thoughts. */
const withAll = (reported: ReportedCounts): Whole | undefined => {
  const { input, output, total = 0 } = reported
  if (input !== undefined && output !== undefined) return { ...reported, input, output }
  if (total === 0 || total < (input ?? output ?? Infinity)) return undefined
  return input === undefined
    ? { ...reported, input: total - output!, output: output! }
    : { ...reported, input, output: 0 }
}

const byTotal = (reported: Whole, form: TokenForm): TokenSums | undefined => {
  const { input, output, thoughts = 0, total = 0 } = reported
  if (total === 0) return undefined
  const cached = cachedOf(reported)
  const within = { inputTokens: input, shown: input }
  // Some totals include cached tokens beside the prompt, and some do not.
  const beside = [input + cached, input].map((shown) => ({ inputTokens: input + cached, shown }))
  const isBeside = form.cached === 'beside' || cached > input
  const prompts = isBeside ? beside : [within, ...beside]
  const outputs = [output, output + thoughts]
  const fits = prompts.flatMap((prompt) => outputs.map((outputTokens) => ({ ...prompt, outputTokens })))
  const exact = fits.find(({ shown, outputTokens }) => shown + outputTokens === total)
  if (exact) return { inputTokens: exact.inputTokens, outputTokens: exact.outputTokens, isEstimate: false }
  const { inputTokens, shown } = prompts[0]!
  return total >= shown + output ? { inputTokens, outputTokens: total - shown, isEstimate: false } : undefined
}

const byForm = (reported: Whole, form: TokenForm): TokenSums => {
  const { input, output, thoughts = 0, total = 0 } = reported
  const cached = cachedOf(reported)
  const isCachedWithin = form.cached === 'within' && cached <= input
  const areThoughtsWithin = form.thoughts === 'within' && thoughts <= output
  const isDecided =
    (isCachedWithin || form.cached === 'beside' || cached === 0) &&
    (areThoughtsWithin || form.thoughts === 'beside' || thoughts === 0)
  return {
    inputTokens: isCachedWithin ? input : input + cached,
    outputTokens: areThoughtsWithin ? output : output + thoughts,
    // A total that is not 0 contradicts the counts here.
    isEstimate: !isDecided || total > 0,
  }
}

const objects = Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 10_000 })
const Request = Type.Object({
  messages: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
      content: Type.Union([Type.String(), objects]),
    }),
    { minItems: 1, maxItems: 10_000 },
  ),
  system: Type.Optional(Type.Union([Type.String(), objects])),
  tools: Type.Optional(objects),
  tool_choice: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  thinking: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
const read = requestReader<object>(Request, 'messages as Anthropic describes them')

/** A conversation whose tokens are counted. Throws ModelFailure 400 that names the first wrong field. */
export const prepareCount = (body: string | object, model: string): OutgoingRequest =>
  outgoingOf({ ...read(body), model }, { maxOutputTokens: 0, streams: false })

const isAnswer = checkLater(Type.Object({ input_tokens: tokens }))
const what = 'count of tokens'

/** Counting costs nothing. Throws ModelFailure when it is no answer. */
export const countUsage = (endpoint: string, body: string): Usage => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isAnswer.Check(answer)) throw malformedAnswer({ endpoint, what }, body.slice(0, 200))
  return { inputTokens: 0, outputTokens: 0 }
}

/** An estimate if an endpoint has no count: four bytes of JSON are about a token. */
export const estimatedTokens = ({ bodyBytes }: Pick<OutgoingRequest, 'bodyBytes'>): number => Math.ceil(bodyBytes / 4)
