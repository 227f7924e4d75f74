import { commonErrors, type CommonError, type InvalidField } from '../contract/errors.ts'

/** A declared refusal on its way to the router, which rolls back and answers. Never caught elsewhere. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: {
    readonly status: number
    readonly code?: string
    readonly message: string
    readonly details?: Readonly<Record<string, unknown>>
    readonly retryAfterSeconds?: number
  }) {
    super(refusal.message)
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details ?? {}
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

/** Ends the request in one of the common errors. */
export const refuse = (
  name: CommonError,
  details?: Readonly<Record<string, unknown>>,
  retryAfterSeconds?: number,
): never => {
  throw new Refusal({
    ...commonErrors[name],
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Ends the request with 404; `kind` names the missing thing, such as a repository. */
export const refuseAbsent = (kind = 'resource'): never => {
  throw new Refusal({ ...commonErrors.absent, message: `There is no such ${kind} in this workspace.` })
}

/** Ends the request in 400 with every field that is wrong. */
export const refuseFields = (fields: readonly InvalidField[]): never => refuse('invalid', { fields })
