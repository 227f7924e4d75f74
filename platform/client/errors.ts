import type { InvalidField } from '../contract/errors.ts'

/** An error in the shape of the API. */
export interface ErrorBody {
  readonly error: string
  readonly code?: string
  readonly requestId?: string
  readonly fields?: readonly InvalidField[]
}

/** The server refused the request, with a reason. */
export class RefusedError extends Error {
  readonly status: number
  readonly answered: ErrorBody

  constructor(status: number, answered: ErrorBody) {
    super(answered.error)
    this.name = 'Refused'
    this.status = status
    this.answered = answered
  }
}

/** The answer does not come from this product. */
export class NotAtelierError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The answer, with status ${status}, does not come from Atelier`)
    this.name = 'NotAtelier'
    this.status = status
  }
}

/** No answer came, or not the whole of it; the cause has the reason. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server was not reached', { cause })
    this.name = 'NotReached'
  }
}

export type ClientError = RefusedError | NotAtelierError | UnreachableError

/** An error in the form of a provider's interface, which operations have that programs for it call. */
interface ProviderErrorBody {
  readonly error: { readonly message: string; readonly code?: unknown }
}

const plainError = ({ message, code }: ProviderErrorBody['error']): ErrorBody => ({
  error: message,
  ...(typeof code === 'string' && { code }),
})

/** The error in the text of an answer with a status from 400 on. */
export const errorIn = (status: number, text: string): RefusedError | NotAtelierError => {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | ProviderErrorBody | null
    if (typeof body?.error === 'string') return new RefusedError(status, body as ErrorBody)
    if (typeof body?.error?.message === 'string') return new RefusedError(status, plainError(body.error))
  } catch {
    // It is no JSON, so it is not ours.
  }
  return new NotAtelierError(status)
}
