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
