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

interface Upstream {
  readonly status: number
  readonly code: string | undefined
}

interface FailureDetails {
  readonly status: number
  readonly code: FailureCode
  readonly billed: BillingOutcome
  /** Worth another try, as long as nothing was answered yet. */
  readonly retryable?: boolean
  readonly retryAfterMs?: number | undefined
  /** The endpoint's own refusal; the code only if it is a plain word. */
  readonly upstream?: Upstream | undefined
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
  readonly upstream: Upstream | undefined

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

/** A failure in a word of the endpoint's, or of ours if it has none. */
export const codeOf = ({ upstream, code }: ModelFailure): string => upstream?.code ?? code

/** The `type` of OpenAI's errors. */
export const typeOf = ({ status }: ModelFailure) => {
  if (status === 402) return 'insufficient_quota'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/**
 * Any thrown value as a failure: cancelled for a call whose `signal` aborted; otherwise an error that is not ours is a
 * bug, and its cause stays out of the message.
 */
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
