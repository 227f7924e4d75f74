import { NotAtelierError, RefusedError, UnreachableError } from '../../../platform/client/index.ts'

/** A change without an answer: it was not sent, or it was and the connection broke before the answer came. */
export class UnansweredChangeError extends UnreachableError {
  readonly isSent: boolean

  constructor(cause: unknown, isSent: boolean) {
    super(cause)
    this.name = 'UnansweredChange'
    this.isSent = isSent
  }
}

/** The code of a page, or of a page's part, did not arrive. */
export class MissingCodeError extends UnreachableError {
  constructor(cause: unknown) {
    super(cause)
    this.name = 'MissingCode'
  }
}

// A proxy answers for a server that restarts.
const awayStatuses = [502, 503, 504]

/** Whether the server was not reached, so that the same request may succeed later. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof NotAtelierError && awayStatuses.includes(error.status))

/** Whether trying again automatically makes sense: the server was not reached, or answered that it is busy. */
export const isPassing = (error: unknown): boolean =>
  isUnreached(error) || (error instanceof RefusedError && awayStatuses.includes(error.status))
