import type { Usage } from '../price.ts'
import { eventText, malformedAnswer, providerError, readAnswer, truncatedAnswer } from './answer.ts'
import { callMender, type WireCall } from './chat-calls.ts'
import { tokenReports } from './counted-tokens.ts'
import { hasEnded, requireEnd } from './ends.ts'
import type { StreamReader } from './shape.ts'

interface Choice {
  readonly message?: ChatMessage | null
  readonly delta?: ChatMessage | null
  readonly finish_reason?: unknown
  readonly usage?: unknown
  readonly error?: unknown
}

interface ChatMessage {
  readonly tool_calls?: unknown
}

type Completion = Readonly<Record<string, unknown>>

const what = 'chat completion'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The choices of a completion, empty if it only reports usage; undefined if it is not a completion. */
const choicesIn = ({ choices, usage }: Completion): readonly Choice[] | undefined => {
  if (Array.isArray(choices)) return choices.filter(isObject)
  return isObject(usage) && (choices === null || choices === undefined) ? [] : undefined
}

/** Reports of the usage: for the whole answer, or for a choice, as Kimi writes it in streams. */
const reportsIn = ({ usage }: Completion, choices: readonly Choice[]): readonly unknown[] => [
  usage,
  ...choices.map((choice) => choice.usage),
]

const refuseErrors = (endpoint: string, choices: readonly Choice[]) => {
  const error = choices.find((choice) => choice.error)?.error
  if (error) throw providerError(endpoint, { error })
}

const wholeIn = (endpoint: string, body: string) => {
  const answer = readAnswer({ endpoint, what }, body)
  const choices = choicesIn(answer)
  if (!choices?.[0] || !isObject(choices[0].message)) throw malformedAnswer({ endpoint, what }, body)
  return { answer, choices }
}

export const completionUsage = (endpoint: string, body: string): Usage | undefined => {
  const { answer, choices } = wholeIn(endpoint, body)
  refuseErrors(endpoint, choices)
  requireEnd(endpoint, choices[0]!.finish_reason)
  const reports = tokenReports('chat', endpoint)
  reportsIn(answer, choices).forEach(reports.add)
  return reports.usage()
}

/** The calls of a message in a form that every caller reads; the same message if they have it already. */
const withCalls = (said: ChatMessage, mend: (call: WireCall) => WireCall | undefined): ChatMessage => {
  const { tool_calls: calls } = said
  if (!Array.isArray(calls)) return said
  const mended = calls.filter(isObject).flatMap((call) => mend(call as WireCall) ?? [])
  const isSame = mended.length === calls.length && mended.every((call, at) => call === calls[at])
  return isSame ? said : { ...said, tool_calls: mended }
}

/** A whole completion whose calls each have an id of their own and arguments as text. */
export const mendedCompletion = (body: string): string => {
  if (!body.includes('"tool_calls"')) return body
  const answer = JSON.parse(body) as Completion & { readonly choices: readonly Choice[] }
  const mender = callMender()
  const choices = answer.choices.map((choice) => {
    if (!isObject(choice) || !isObject(choice.message)) return choice
    const message = withCalls(choice.message, mender.whole)
    return message === choice.message ? choice : { ...choice, message }
  })
  return choices.every((choice, at) => choice === answer.choices[at]) ? body : JSON.stringify({ ...answer, choices })
}

/** `wantsUsage` is false for a caller that did not ask for the usage chunk. */
export const chunkReader = (endpoint: string, wantsUsage: boolean): StreamReader => {
  const reports = tokenReports('chat', endpoint)
  const mender = callMender()
  let finished = false
  let isKnown = false
  let first: string | undefined
  /** The event as passed on; empty for an unknown event, or an event that is not for this caller. */
  const read = (event: string, each?: (event: object) => void): string => {
    first ??= event
    const chunk = readAnswer({ endpoint, what }, event)
    const choices = choicesIn(chunk)
    if (!choices) return ''
    // A whole completion in the place of a stream has words that no reader of chunks sees.
    if (choices.some((choice) => isObject(choice.message) && !choice.delta))
      throw malformedAnswer({ endpoint, what: 'stream of chat completion chunks' }, event)
    isKnown = true
    reportsIn(chunk, choices).forEach(reports.add)
    refuseErrors(endpoint, choices)
    finished = choices.map((choice) => hasEnded(endpoint, choice.finish_reason)).includes(true) || finished
    const mended = choices.map((choice) => {
      if (!isObject(choice.delta)) return choice
      const delta = withCalls(choice.delta, mender.take)
      return delta === choice.delta ? choice : { ...choice, delta }
    })
    const isSame = Array.isArray(chunk.choices) && mended.every((choice, at) => choice === choices[at])
    const passed = isSame ? chunk : { ...chunk, choices: mended }
    each?.(passed)
    if (!wantsUsage && choices.length === 0) return ''
    return eventText(isSame ? event : JSON.stringify(passed))
  }
  return {
    take: (events, each) => events.map((event) => read(event, each)).join(''),
    // The usage comes after the last choice, and [DONE] after that.
    isOver: false,
    end: () => {
      if (!isKnown) throw malformedAnswer({ endpoint, what }, first ?? '')
      if (!finished) throw truncatedAnswer(endpoint)
      return reports.usage()
    },
  }
}
