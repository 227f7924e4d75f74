import type { InvoiceStatus } from '../invoices/rules.ts'

export const letterKinds = ['invoice', 'reminder'] as const
export type InvoiceLetterKind = (typeof letterKinds)[number]

/**
 * `outbox`: there is no mail server, and it is in the outbox folder. `removed`: the mail was erased before it was over.
 */
export const letterStates = ['waiting', 'sent', 'outbox', 'refused', 'withdrawn', 'removed'] as const
type LetterState = (typeof letterStates)[number]
export type EndedState = Exclude<LetterState, 'waiting'>

export const attachmentKinds = ['pdf', 'xml', 'evidence'] as const

/** Why a letter has the link to pay, or has none. */
export const payLinks = ['given', 'not_payable', 'no_portal'] as const
export type PayLink = (typeof payLinks)[number]

/** Their kind in the mail queue. */
export const invoiceMailKind = 'client_invoice.letter'

interface Mailed {
  readonly state: 'queued' | 'sent' | 'outbox' | 'failed'
}

/** The state of a letter, by its mail, which does not exist any more after the queue has removed it. */
export const stateOf = (mail: Mailed | undefined, isWithdrawn: boolean): LetterState => {
  if (!mail) return 'removed'
  if (mail.state === 'queued') return 'waiting'
  if (mail.state !== 'failed') return mail.state
  return isWithdrawn ? 'withdrawn' : 'refused'
}

type SendingObstacle = 'notIssued' | 'isVoid' | 'noAddress'

interface Sendable {
  readonly status: InvoiceStatus
  readonly invoiceNumber: string | null
  readonly buyerBillingEmail: string | null
}

/** Why an invoice does not go by letter; undefined if it does. The letter of a paid invoice reports it as paid. */
export const obstacleToSending = (invoice: Sendable): SendingObstacle | undefined => {
  if (invoice.invoiceNumber === null) return 'notIssued'
  if (invoice.status === 'void') return 'isVoid'
  return invoice.buyerBillingEmail === null ? 'noAddress' : undefined
}

interface WrittenLetter {
  readonly kind: InvoiceLetterKind
  readonly invoiceStatus: InvoiceStatus
  readonly createdAt: Date
}

/**
 * True if a waiting letter may still go: the invoice is unchanged since the letter was written. A reminder names the
 * due amount, which a payment since then changes.
 */
export const isStillTrue = (
  { kind, invoiceStatus, createdAt }: WrittenLetter,
  current: { readonly status: InvoiceStatus; readonly movedAt: Date | null },
): boolean =>
  invoiceStatus === current.status && (kind === 'invoice' || current.movedAt === null || current.movedAt <= createdAt)
