import { type FailureCode, ModelFailure } from './failure.ts'

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

/**
 * A failure for the caller over the network: a sentence of ours, with the endpoint's own status and code if it refused.
 * A refusal of the stored key is 502.
 */
export const failureForCaller = (failure: ModelFailure): ModelFailure => {
  const { upstream, code, billed, retryAfterMs } = failure
  const isOwn = upstream !== undefined && upstream.status >= 400 && upstream.status <= 599
  const status = isOwn && !aboutKeys.includes(upstream.status) ? upstream.status : failure.status
  return new ModelFailure(sentences[code] ?? failure.message, { status, code, billed, retryAfterMs, upstream })
}

/** The code that goes with it: the endpoint's own, if it sent one. */
export const codeForCaller = ({ code, upstream }: ModelFailure): string =>
  (aboutKeys.includes(upstream?.status ?? 0) ? undefined : upstream?.code) ?? code
