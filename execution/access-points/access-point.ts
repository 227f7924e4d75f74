/** Access points that hand invoices over to the network Peppol: decisions/0318. */
export type AccessPointId = 'e-invoice-be'

/** `test` and `live` have addresses of their own: a key for one is never sent to the other. */
export type AccessPointEnvironment = 'test' | 'live'

/** An account at an access point. */
export interface AccessPointAccount {
  readonly environment: AccessPointEnvironment
  readonly apiKey: string
}

/** An electronic address in the network: the scheme by ISO 6523, and the value. */
export interface Endpoint {
  readonly scheme: string
  readonly value: string
}

export interface OutgoingDocument {
  /** UBL in UTF-8. */
  readonly bytes: Buffer
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string
  readonly invoiceNumber: string
  readonly from: Endpoint
  readonly to: Endpoint
}

/**
 * The caller's record of a hand-over, from which an attempt after a lost answer continues the previous attempt. Each
 * call returns once it is stored, and throws if the hand-over is not wanted any more.
 */
export interface Journal {
  /** The document at the access point, if an earlier attempt kept it. */
  readonly reference: string | null
  /** Whether an earlier attempt began to send it, and did not learn what became of that. */
  readonly hasBegun: boolean
  /** The access point has the document, and does not send it yet. */
  keepReference(reference: string): Promise<void>
  /** It is sent by the next call. */
  keepBeginning(): Promise<void>
}

/** Whether a receiver takes invoices in the network; `unknown` if the access point does not report it. */
export type Reach = 'reachable' | 'notThere' | 'unknown'

/** Answers of a buyer by their codes in Peppol’s Invoice Response: UNCL4343, subset of BIS 63. */
export const answerCodes = ['AB', 'IP', 'UQ', 'CA', 'AP', 'RE', 'PD'] as const
export type AnswerCode = (typeof answerCodes)[number]

/** A fact at the access point: `code` is its name or the buyer's answer code, `evidence` the bytes behind it. */
export interface TransmissionFact {
  readonly state: 'handed_over' | 'delivered' | 'failed' | 'answered'
  readonly code: string
  readonly answer: AnswerCode | null
  /** The access point’s own text about a failure. */
  readonly detail: string | null
  /** Null if the access point does not report the time. */
  readonly at: Date | null
  readonly evidence: Buffer
}

/** A delivery of a webhook as it arrived. */
interface NoticeDelivery {
  readonly bytes: Buffer
  header(name: string): string | undefined
}

/** Calls to an access point; each except `reach` and `read` throws an AccessPointFailure. */
export interface AccessPoint {
  /** Before an invoice is handed over. It is not a refusal on its own: the network changes, and look-ups fail. */
  reach(account: AccessPointAccount, endpoint: Endpoint): Promise<Reach>
  /**
   * Hands a document over once, however often it is called with what its journal kept. Returns when the access point
   * has it as sent, delivered or failed: `find` returns the state. A refusal means that it was not sent.
   */
  send(account: AccessPointAccount, document: OutgoingDocument, journal: Journal): Promise<{ reference: string }>
  /** Returns all facts that the access point reports about a document, none while it is a draft. */
  find(account: AccessPointAccount, reference: string): Promise<readonly TransmissionFact[]>
  /** Reads a webhook that is signed with this secret; only `reference`, the document to ask about, is trusted. */
  read(delivery: NoticeDelivery, secret: string): { readonly reference: string | null } | undefined
}

/**
 * An access point did not carry out a request. `refused` stays refused for these values; after `unavailable` it is not
 * known what happened, and the same call may be repeated, after `retryAfterMs` if known. `detail` has at most 300
 * characters: a code, and the text of the access point.
 */
export class AccessPointFailure extends Error {
  readonly kind: 'refused' | 'unavailable'
  readonly detail: string
  readonly retryAfterMs: number

  constructor(kind: AccessPointFailure['kind'], detail: string, more: { cause?: unknown; retryAfterMs?: number } = {}) {
    const shown = shownText(detail)
    super(`The access point ${kind === 'refused' ? 'refused' : 'did not answer'}: ${shown}`, { cause: more.cause })
    this.kind = kind
    this.detail = shown
    this.retryAfterMs = more.retryAfterMs ?? 0
  }
}

/** A text of an access point on one line, without characters that a database or a terminal does not take. */
export const shownText = (text: string): string =>
  text
    .slice(0, 2_000)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
