import { ModelFailure } from './failure.ts'
import type { Usage } from './price.ts'
import { isAskedCall, questions, type ProbeMode } from './probe-questions.ts'
import type { ModelProvider } from './provider.ts'
import { shapes } from './shapes/index.ts'

/** The results of two short calls to a model. Agents need tools and streaming; without usage a call costs its worst. */
export interface Probe {
  readonly streams: boolean
  readonly callsTools: boolean
  readonly usage: Usage | undefined
  /** The usage of the same call again, which a cache can answer in part; undefined if it was not answered. */
  readonly again: Usage | undefined
  /** The fewest tokens that the question can have: an endpoint that read fewer cuts its input. */
  readonly questionTokensMin: number
  /** The endpoint's answer to the call with everything, if only a plainer one was answered. */
  readonly refusal: string | undefined
}

const ways: readonly ProbeMode[] = [
  { streams: true, tools: true },
  { streams: false, tools: true },
  { streams: true, tools: false },
]

/**
 * Asks a model for one call of a tool, as agents do: streamed, with usage, and then the same again. If that is refused,
 * the same without streaming and without tools shows which of both it was. Throws ModelFailure when none of these is
 * answered.
 */
export const probeModel = async (provider: ModelProvider, signal: AbortSignal): Promise<Probe> => {
  const { text, tokensMin } = rulesFor(provider)
  let first: ModelFailure | undefined
  for (const way of ways) {
    try {
      const { usage, callsTools } = await ask(provider, text, way, signal)
      const again = await usageAgain(provider, text, way, signal)
      return { streams: way.streams, callsTools, usage, again, questionTokensMin: tokensMin, refusal: first?.message }
    } catch (error) {
      if (!(error instanceof ModelFailure) || !plainer.includes(error.code)) throw error
      first ??= error
    }
  }
  throw first!
}

/** Failures that a plainer call may not meet. */
const plainer = ['provider_refused_request', 'provider_failed', 'provider_garbage', 'provider_cut']

// Caches hold prompts from 1,024 tokens on, some from 4,096: 500 lines of eight words are more, and cost a cent or two.
const linesMost = 500
const lineTokensMin = 8
const lineTokensMost = 24

/** Words before the question, as many as fit a third of the window. */
const rulesFor = ({ contextTokens }: ModelProvider) => {
  const lines = Math.min(linesMost, Math.floor(contextTokens / 3 / lineTokensMost))
  const text = Array.from({ length: lines }, (_, at) => `Rule ${at + 1} is to do what is asked below.`).join('\n')
  return { text, tokensMin: lines * lineTokensMin }
}

const usageAgain = async (provider: ModelProvider, rules: string, way: ProbeMode, signal: AbortSignal) => {
  try {
    return (await ask(provider, rules, way, signal)).usage
  } catch (error) {
    if (error instanceof ModelFailure) return undefined
    throw error
  }
}

/** Again after a hang-up, which is no fault of the way. */
const ask = async (provider: ModelProvider, rules: string, way: ProbeMode, signal: AbortSignal) => {
  try {
    return await askOnce(provider, rules, way, signal)
  } catch (error) {
    if (!(error instanceof ModelFailure && error.code === 'provider_cut' && error.retryable)) throw error
    return askOnce(provider, rules, way, signal)
  }
}

const askOnce = async (provider: ModelProvider, rules: string, way: ProbeMode, signal: AbortSignal) => {
  const shape = shapes[provider.shape]
  const question = questions[provider.shape]
  const { body } = shape.prepare(JSON.stringify(question.request(rules, way)), provider)
  if (!way.streams) {
    const answer = await provider.complete(body, signal)
    const usage = shape.usageOf(provider.name, answer)
    return { usage, callsTools: isAskedCall(question.calls([JSON.parse(answer)])) }
  }
  const reader = shape.streamReader(provider.name, true)
  const said: unknown[] = []
  for await (const events of provider.stream(body, signal)) {
    reader.take(events, (event) => said.push(event))
    if (reader.isOver) break
  }
  return { usage: reader.end(), callsTools: isAskedCall(question.calls(said)) }
}
