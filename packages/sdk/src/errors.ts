import type { CommonErrors, Operations } from './operations.ts'

/** A field of a request that the server did not accept. */
export interface InvalidField {
  readonly path: string
  readonly message: string
  readonly rule: string
}

/** Errors without an answer of the server. */
export type LocalCode =
  /** No answer came, or not the whole of it. */
  | 'unreachable'
  /** The answer took longer than `timeoutMs`. */
  | 'timed_out'
  /** Another program answered: a proxy, or a server of something else. */
  | 'not_atelier'
  /** A message of a webhook has no valid signature, or is too old. */
  | 'webhook_rejected'

interface ErrorParts {
  readonly operation?: string | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly fields?: readonly InvalidField[]
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** The one error of this package. `code` names the error, and `message` the remedy. */
export class AtelierError extends Error {
  override readonly name = 'AtelierError'
  readonly code: string
  /** The operation that was called. */
  readonly operation: string | undefined
  /** The HTTP status; undefined if no answer came. */
  readonly status: number | undefined
  /** The id of the request, as the log of the server has it. */
  readonly requestId: string | undefined
  /** After how long a retry may succeed; undefined for a permanent error. */
  readonly retryAfterMs: number | undefined
  /** The faults of the request, field by field. */
  readonly fields: readonly InvalidField[]
  /** The fields of the answer beside its sentence and code. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, parts: ErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.code = code
    this.operation = parts.operation
    this.status = parts.status
    this.requestId = parts.requestId
    this.retryAfterMs = parts.retryAfterMs
    this.fields = parts.fields ?? []
    this.details = parts.details ?? {}
  }
}

type AllErrors<Id extends keyof Operations> = Operations[Id]['errors'] &
  Omit<CommonErrors, keyof Operations[Id]['errors']>
type DetailsOf<Spec> = Spec extends { readonly details: infer Details } ? Details : Readonly<Record<string, unknown>>
type StatusOf<Spec> = Spec extends { readonly status: infer Status } ? Status : number

/** A refusal of an operation: `code` is declared in its contract, or shared by all operations. */
export type Refusal<Id extends keyof Operations> = {
  [Code in keyof AllErrors<Id>]: AtelierError & {
    readonly code: Code
    readonly status: StatusOf<AllErrors<Id>[Code]>
    readonly details: DetailsOf<AllErrors<Id>[Code]>
  }
}[keyof AllErrors<Id>]

/** The codes of an operation's refusals. */
export type ErrorCode<Id extends keyof Operations> = Refusal<Id>['code']

/** Whether the server refused this operation; `error.code` then has the type of its declared codes. */
export const isRefusal = <Id extends keyof Operations>(error: unknown, operation: Id): error is Refusal<Id> =>
  error instanceof AtelierError &&
  error.operation === operation &&
  error.status !== undefined &&
  error.code !== 'not_atelier'

/** The error of an answer with a status of 400 or more. */
export const errorIn = (operation: string, answer: Response, text: string): AtelierError => {
  const retryAfterMs = retryAfterOf(answer.headers.get('retry-after'), Date.now())
  const parts = { operation, status: answer.status, retryAfterMs }
  const body = bodyIn(text)
  if (body === undefined) {
    const sentence = `The answer, with status ${answer.status}, does not come from Atelier.`
    return new AtelierError('not_atelier', sentence, parts)
  }
  const { message, code = `status_${answer.status}`, fields = [], requestId, details } = body
  return new AtelierError(code, message, {
    ...parts,
    requestId: requestId ?? answer.headers.get('x-request-id') ?? undefined,
    fields,
    details,
  })
}

/** The errors of the API, and errors of the interfaces for model clients, which have their sentence one level down. */
const bodyIn = (text: string) => {
  const body = jsonObject(text)
  if (body === undefined) return undefined
  const { error, code, requestId, request_id: otherId, fields, ...details } = body
  if (typeof error === 'string') {
    return {
      message: error,
      code: textOf(code),
      requestId: textOf(requestId),
      fields: Array.isArray(fields) ? (fields as readonly InvalidField[]) : undefined,
      details: fields === undefined ? details : { ...details, fields },
    }
  }
  if (typeof error !== 'object' || error === null) return undefined
  const inner = error as Readonly<Record<string, unknown>>
  if (typeof inner.message !== 'string') return undefined
  return { message: inner.message, code: textOf(inner.code), requestId: textOf(otherId), details: inner }
}

const jsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const body = JSON.parse(text) as unknown
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** `Retry-After` in milliseconds: seconds, or a date. Source: RFC 9110, section 10.2.3. */
export const retryAfterOf = (header: string | null, nowMs: number): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const at = /^\s*[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
