import type { CallFailure } from './ask.ts'

const longestMs = 60_000
const triesUntilFirstAnswer = 3

const busy = new Set(['provider_busy', 'too_many_calls', 'rate_limit_exceeded', 'database_unavailable'])
const passing = new Set([
  'provider_failed',
  'provider_cut',
  'provider_stalled',
  'provider_slow',
  'provider_unreachable',
  'provider_garbage',
  'call_cancelled',
])

interface RetryState {
  /** Failures in a row, including this failure. */
  readonly failures: number
  /** Whether the model has answered in this run. */
  readonly hasAnswered: boolean
  readonly backoffMs: number
  /** Until the run's time is up. */
  readonly leftMs: number
}

/**
 * How long to wait before a failed call is repeated; undefined if that would not help. A busy endpoint is waited for as
 * long as it asks and the run has time; so is an endpoint that has answered before. One that never did is tried three
 * times. A fault of the gateway's own (`internal`) would be the same again.
 */
export const retryDelay = (failure: CallFailure, { failures, hasAnswered, backoffMs, leftMs }: RetryState) => {
  if (isOverflow(failure)) return undefined
  const { code = '', status, retryAfterMs = 0 } = failure
  const isBusy = code === '' ? status === 429 : busy.has(code)
  const isPassing =
    code === '' ? status === undefined || status >= 500 || status === 408 : passing.has(code) || isConnection(code)
  if (!isBusy && !(isPassing && (hasAnswered || failures < triesUntilFirstAnswer))) return undefined
  const waitMs = Math.max(Math.min(backoffMs * 2 ** (failures - 1), longestMs), retryAfterMs)
  return waitMs < leftMs ? waitMs : undefined
}

const isConnection = (code: string) => /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)

const overflow =
  /context_length_exceeded|prompt is too long|input is too long|exceeds the context window|input token count.*exceeds|maximum prompt length is|reduce the length of the messages|maximum context length is|context length is only|input length.*exceeds.*context|exceeds the available context size|greater than the context length|context window exceeds|exceeded model token limit|exceeds the limit of \d+|request_too_large/is

/** Whether the conversation is too long for the model, in the words of any endpoint. Limits a minute sound alike. */
export const isOverflow = ({ message, code = '', status }: CallFailure): boolean =>
  status !== 429 &&
  !busy.has(code) &&
  !/per minute|rate limit/i.test(message) &&
  (overflow.test(message) || overflow.test(code))
