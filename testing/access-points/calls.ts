import type { PeppolIssue } from './peppol-checks.ts'

/** An account. In test mode the vendor mails a document that it would have sent; no key and no address shows it. */
export interface FakeTenant {
  readonly id: string
  readonly apiKey: string
  readonly peppolIds: readonly string[]
  readonly isInTestMode?: boolean
}

/** A document of an account: `shown` is what the API answers for it. */
export interface FakeDocument {
  readonly tenant: FakeTenant
  readonly bytes: Buffer
  readonly fileName: string
  readonly issues: readonly PeppolIssue[]
  readonly shown: { readonly id: string; state: 'DRAFT' | 'TRANSIT' | 'SENT' | 'FAILED'; [field: string]: unknown }
  readonly timeline: { event_type: string; timestamp: string; id: string; details: object | null }[]
  /** The addresses of the last send, as `scheme:value`. */
  route: { readonly sender: string; readonly receiver: string } | undefined
}

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly tenant: string | undefined
  /** SHA-256 of an uploaded file, in hex. */
  fileSha256?: string
  /** Missing if the connection ended without an answer. */
  status?: number
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}
export interface Call {
  readonly tenant: FakeTenant
  readonly query: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly contentType: string
  readonly request: FakeRequest
  /** The address of the fake. */
  readonly url: string
}
export type Handler = (call: Call, id: string) => Answer

/** A method, a path with one group, and what answers; the group is the `id` of the handler. */
export type Route = readonly [method: string, path: RegExp, handler: Handler]

export const ok = (body: unknown, status = 200): Answer => ({ status, body })
export const refusal = (status: number, detail: string): Answer => ({ status, body: { detail } })
