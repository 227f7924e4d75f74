import { ModelFailure, codeForCaller } from '../../../execution/models/index.ts'
import { Refusal } from '../../../platform/handler/index.ts'

/** Where the endpoint names no time of its own. */
const usualRetrySeconds = 10

/** Ends a request in its call's refusal, in the form of its operation; any other error is thrown on. */
export const refuseCall = (error: unknown): never => {
  throw error instanceof ModelFailure ? refusalOf(error) : error
}

/** A failure as the router answers it, in the form of the operation. */
const refusalOf = (failure: ModelFailure): Refusal => {
  const { status, message, retryAfterMs } = failure
  const usual = [502, 504].includes(status) ? usualRetrySeconds : undefined
  const retryAfterSeconds = retryAfterMs === undefined ? usual : Math.ceil(retryAfterMs / 1000)
  const wait = retryAfterSeconds !== undefined && { retryAfterSeconds }
  return new Refusal({ status, code: codeForCaller(failure), message, ...wait })
}
