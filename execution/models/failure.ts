import type { RefusedParameter } from './refused-parameter.ts'

/** The billing of a failed call: a provider that was never reached bills nothing. */
export type BillingOutcome = 'nothing' | 'perhaps'

export type FailureCode =
  | 'invalid_request'
  | 'request_too_large'
  | 'too_many_calls'
  | 'step_limit'
  | 'unknown_route'
  | 'instance_cap_reached'
  | 'workspace_cap_reached'
  | 'project_cap_reached'
  | 'cycle_cap_reached'
  | 'provider_unreachable'
  | 'provider_slow'
  | 'provider_stalled'
  | 'provider_garbage'
  | 'provider_cut'
  | 'provider_too_large'
  | 'provider_refused_key'
  | 'provider_refused_request'
  | 'provider_busy'
  | 'provider_unpaid'
  | 'provider_failed'
  | 'provider_price_unknown'
  | 'provider_removed'
  | 'call_cancelled'
  | 'database_unavailable'
  | 'internal'

export interface FailureDetails {
  readonly status: number
  readonly code: FailureCode
  readonly billed: BillingOutcome
  /** Worth another try, as long as nothing was answered yet. */
  readonly retryable?: boolean
  readonly retryAfterMs?: number | undefined
  /** The endpoint's own refusal; the code only if it is a plain word. */
  readonly upstream?: { readonly status: number; readonly code: string | undefined } | undefined
  /** The parameter that the endpoint refused, if it named one. */
  readonly refused?: RefusedParameter | undefined
  readonly cause?: unknown
}

/** A call that ends without an answer: `message` is a sentence for the agent and for readers of its transcript. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly status: number
  readonly code: FailureCode
  readonly billed: BillingOutcome
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly refused: RefusedParameter | undefined
  readonly upstream: FailureDetails['upstream']

  constructor(message: string, details: FailureDetails) {
    super(message, { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.billed = details.billed
    this.retryable = details.retryable ?? false
    this.retryAfterMs = details.retryAfterMs
    this.refused = details.refused
    this.upstream = details.upstream
  }
}

/** The failure of a request that is wrong itself: it is not sent. */
export const invalidRequest = (message: string): ModelFailure =>
  new ModelFailure(message, { status: 400, code: 'invalid_request', billed: 'nothing' })

/** A failure in a word of the endpoint's, or of ours if it has none. */
export const codeOf = ({ upstream, code }: ModelFailure): string => upstream?.code ?? code

/** The `type` of OpenAI's errors. */
export const typeOf = ({ status }: ModelFailure) => {
  if (status === 402) return 'insufficient_quota'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** A thrown value as a failure: cancelled if `signal` aborted; of a bug, the cause stays out of the message. */
export const failureOf = (error: unknown, signal?: AbortSignal): ModelFailure => {
  if (error instanceof ModelFailure) return error
  if (signal?.aborted) return cancelled(signal, 'perhaps')
  return new ModelFailure('Something went wrong on our side while calling the model. Run the task again.', {
    status: 500,
    code: 'internal',
    billed: 'perhaps',
    cause: error,
  })
}

/** The failure of a call whose records cannot be read or written at the moment. It may be sent again. */
export const databaseUnavailable = (cause: unknown): ModelFailure =>
  new ModelFailure('The database does not answer at the moment. Send the request again.', {
    status: 503,
    code: 'database_unavailable',
    billed: 'perhaps',
    retryAfterMs: 5_000,
    cause,
  })

/** Whether the fault is ours, and its cause belongs in the log. */
export const isOwnFailure = ({ code }: ModelFailure): boolean => code === 'internal' || code === 'database_unavailable'

/** The failure of a call that was stopped from here: by its caller, or because it took longer than one call may. */
export const cancelled = (signal: AbortSignal, billed: BillingOutcome): ModelFailure =>
  (signal.reason as Error | undefined)?.name === 'TimeoutError'
    ? new ModelFailure('The model did not finish its answer in the time that one call may take. Run the task again.', {
        status: 504,
        code: 'provider_slow',
        billed,
      })
    : new ModelFailure('The model call was cancelled.', { status: 499, code: 'call_cancelled', billed })

/** Sentences of ours for the faults of an endpoint: its own words stay here. */
const sentences: Partial<Readonly<Record<FailureCode, string>>> = {
  provider_unreachable: 'The model endpoint cannot be reached at the moment. Send the request again later.',
  provider_slow: 'The model endpoint did not answer in time. Send the request again later.',
  provider_stalled: 'The model endpoint stopped in the middle of its answer. Send the request again.',
  provider_garbage:
    'The model endpoint did not answer as its interface has it. Ask an administrator to test the endpoint.',
  provider_cut: 'The model endpoint ended its answer before it was whole. Send the request again.',
  provider_too_large: 'The model endpoint answered more than one call may. Ask for a shorter answer.',
  provider_refused_key:
    'The model endpoint refused the key that is stored for it, or what the key may use. Ask an administrator to check both.',
  provider_refused_request: 'The model endpoint refused the request. Check its fields, or choose another model.',
  provider_busy: 'The model endpoint has too many requests. Send this one again later.',
  provider_unpaid: 'The model endpoint has no credit left. Ask an administrator to add some there.',
  provider_failed: 'The model endpoint failed. Send the request again later.',
}

// A caller would take them for an answer about their own key.
const aboutKeys = [401, 403, 407]

/** A failure as our own sentence, with the endpoint's status and code. A refusal of the stored key is 502. */
export const failureForCaller = (failure: ModelFailure): ModelFailure => {
  const { upstream, code, billed, retryAfterMs } = failure
  const isOwn = upstream !== undefined && upstream.status >= 400 && upstream.status <= 599
  const status = isOwn && !aboutKeys.includes(upstream.status) ? upstream.status : failure.status
  return new ModelFailure(sentences[code] ?? failure.message, { status, code, billed, retryAfterMs, upstream })
}

/** The code that goes with it: the endpoint's own, if it sent one. */
export const codeForCaller = ({ code, upstream }: ModelFailure): string =>
  (aboutKeys.includes(upstream?.status ?? 0) ? undefined : upstream?.code) ?? code
