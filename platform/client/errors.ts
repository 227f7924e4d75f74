import type { InvalidField } from '../contract/errors.ts'

/** An error in the shape of the API. */
export interface Answered {
  readonly error: string
  readonly code?: string
  readonly requestId?: string
  readonly fields?: readonly InvalidField[]
}

/** The server refused the request, and says why. */
export class Refused extends Error {
  readonly status: number
  readonly answered: Answered

  constructor(status: number, answered: Answered) {
    super(answered.error)
    this.name = 'Refused'
    this.status = status
    this.answered = answered
  }
}

/** The answer is none of this product. */
export class NotAtelier extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The answer, with status ${status}, does not come from Atelier`)
    this.name = 'NotAtelier'
    this.status = status
  }
}

/** No answer came, or not the whole of it; the cause says why. */
export class NotReached extends Error {
  constructor(cause: unknown) {
    super('The server was not reached', { cause })
    this.name = 'NotReached'
  }
}

export type ClientError = Refused | NotAtelier | NotReached

/** The error in the text of an answer with a status from 400 on. */
export const errorIn = (status: number, text: string): Refused | NotAtelier => {
  try {
    const body = JSON.parse(text) as Partial<Answered> | null
    if (typeof body?.error === 'string') return new Refused(status, body as Answered)
  } catch {
    // It is no JSON, so it is not ours.
  }
  return new NotAtelier(status)
}
