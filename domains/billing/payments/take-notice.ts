import { v7 as uuidv7 } from 'uuid'
import type { MovedNotice, PaidNotice, PaymentNotice } from '../../../execution/payments/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import {
  aboutInvoice,
  findProviderPayment,
  lockInvoice,
  recordAbout,
  settleInvoice,
  type InvoiceRow,
} from '../invoices/index.ts'
import type { PaymentParts } from './connect.ts'
import { isRecordedAnyway, judgePayment, minorOf, type Mismatch } from './rules.ts'
import { endCheckout, findCheckout, markCheckoutPaid } from './store-checkouts.ts'
import { insertWaitingMove, recordPaymentNotice, lockPayment, claimWaitingMoves } from './store.ts'
import type { CheckoutRow, ConnectionRow } from './tables.ts'
import { queueAndDeliver } from '../../../platform/mail/index.ts'
import { workspaceAdministrators } from '../../accounts/workspaces/index.ts'
import { mismatchText, mismatchAdvice } from './rules/mismatch-text.ts'
import type { Subject } from '../../../platform/handler/index.ts'

/**
 * Applies a verified notice, once for each event. A checkout of another workspace is unknown here: two may share an
 * account at a provider, which then notifies both.
 */
export const takeNotice = async (
  tx: Transaction,
  parts: Pick<PaymentParts, 'linkTo' | 'mailer'>,
  connection: ConnectionRow,
  notice: PaymentNotice,
): Promise<void> => {
  if (notice.kind === 'moved') return takeMove(tx, connection, notice)
  if (notice.workspaceId !== tx.workspace) return
  if (notice.kind === 'paid') await lockPayment(tx, notice.paymentReference)
  const known = await knownTo(tx, connection, notice)
  if (notice.kind === 'paid') return takePayment(tx, parts, { connection, known, notice })
  const isIt = known?.checkout.reference === notice.checkoutReference
  if (known && isIt) await endCheckout(tx, { id: known.checkout.id, status: 'expired', now: await tx.now() })
}

interface MatchedCheckout {
  readonly checkout: CheckoutRow
  readonly invoice: InvoiceRow
  /** Whether the invoice has the payment of the notice already. */
  readonly isRecorded: boolean
}

/** The checkout that a notice names, with its invoice, which is locked: it cannot be settled or voided in between. */
const knownTo = async (
  tx: Transaction,
  { id, provider }: ConnectionRow,
  notice: Exclude<PaymentNotice, MovedNotice>,
): Promise<MatchedCheckout | undefined> => {
  const { checkoutId } = notice
  const found = await findCheckout(tx, { id: checkoutId })
  if (found?.connectionId !== id) return undefined
  const invoice = await lockInvoice(tx, found.invoiceId)
  const isRecorded =
    notice.kind === 'paid' &&
    (await findProviderPayment(tx, { provider, providerReference: notice.paymentReference })) !== undefined
  return { checkout: (await findCheckout(tx, { id: checkoutId }))!, invoice: invoice!, isRecorded }
}

interface Payment {
  readonly connection: ConnectionRow
  readonly known: MatchedCheckout | undefined
  readonly notice: PaidNotice
}

const takePayment = async (tx: Transaction, parts: Pick<PaymentParts, 'linkTo' | 'mailer'>, payment: Payment) => {
  const { connection, known, notice } = payment
  const judged = judgePayment(notice, known && { ...known, ...accountOf(connection) })
  const reason = judged === 'settled' || judged === 'repeated' ? null : judged
  const now = await tx.now()
  const isNew = await recordPaymentNotice(tx, {
    id: uuidv7(),
    connectionId: connection.id,
    eventId: notice.eventId,
    now,
    checkoutId: known?.checkout.id ?? null,
    invoiceId: known?.invoice.id ?? null,
    paymentReference: notice.paymentReference,
    currency: notice.currency,
    providerAmount: notice.providerAmount,
    outcome: reason ? 'mismatched' : (judged as 'settled' | 'repeated'),
    reason,
  })
  if (!isNew) return
  if (reason) await reportUnmatchedPayment(tx, parts, { connection, invoice: known?.invoice, notice, reason })
  if (known && (judged === 'settled' || (reason && isRecordedAnyway(reason)))) await settle(tx, known, payment, now)
}

const accountOf = ({ isLive, merchantAccount }: ConnectionRow) => ({ isLive, merchantAccount })

const settle = async (
  tx: Transaction,
  { checkout, invoice }: MatchedCheckout,
  { connection, notice }: Payment,
  now: Date,
) => {
  await markCheckoutPaid(tx, { id: checkout.id, now })
  const { provider, isLive: live } = connection
  const { currency, providerAmount, paymentReference } = notice
  const amountCents = minorOf(provider, currency, providerAmount, decimalsOf(currency))
  // The notice was raised: no invoice has such an amount.
  if (amountCents === undefined || amountCents <= 0) return
  const payment = { invoiceId: invoice.id, kind: 'payment', amountCents, paidAt: now.toISOString(), now } as const
  const reported = { provider, live, checkoutId: checkout.id, providerReference: paymentReference }
  const settled = await settleInvoice(tx, { ...payment, paymentReference }, { reported })
  if (!settled) throw new Error('A payment of an invoice that was locked was not recorded')
  for (const move of await claimWaitingMoves(tx, connection.id, paymentReference)) await takeMove(tx, connection, move)
}

/**
 * Records money that went back, or came again, with the invoice of its payment. A payment that is not known may be on its
 * way, or one of others: the notice waits for it.
 */
const takeMove = async (tx: Transaction, connection: ConnectionRow, notice: MovedNotice): Promise<void> => {
  const { provider, isLive: live, merchantAccount } = connection
  const { paymentReference, moveReference, move, currency, isSum } = notice
  const isOther = notice.merchantAccount !== null && notice.merchantAccount !== merchantAccount
  if (isOther || (notice.isLive !== null && notice.isLive !== live)) return
  await lockPayment(tx, paymentReference)
  const now = await tx.now()
  const found = await findProviderPayment(tx, { provider, providerReference: paymentReference })
  if (!found) return insertWaitingMove(tx, { id: uuidv7(), connectionId: connection.id, now }, notice)
  const invoice = await lockInvoice(tx, found.invoiceId)
  if (!invoice || invoice.currency !== currency) return
  const movedCents = minorOf(provider, currency, notice.providerAmount, decimalsOf(currency)) ?? 0
  // Read once the invoice is held: refunds at once are counted one after the other.
  const known = isSum
    ? (await findProviderPayment(tx, { provider, providerReference: paymentReference }))!.refundedMinor
    : 0
  const amountCents = movedCents - known
  if (amountCents <= 0) return
  const payment = { invoiceId: invoice.id, kind: move, amountCents, paidAt: now.toISOString(), now, paymentReference }
  const reported = { provider, live, checkoutId: null, providerReference: moveReference }
  await settleInvoice(tx, payment, { reported })
}

interface UnmatchedPayment {
  readonly connection: ConnectionRow
  /** Undefined if the payment names no checkout of ours. */
  readonly invoice: InvoiceRow | undefined
  readonly notice: PaidNotice
  readonly reason: Mismatch
}

/** A payment came that settles no invoice: it is recorded, and the administrators get a mail. */
export const reportUnmatchedPayment = async (
  tx: Transaction,
  { mailer, linkTo }: Pick<PaymentParts, 'mailer' | 'linkTo'>,
  { connection, invoice, notice, reason }: UnmatchedPayment,
): Promise<void> => {
  const { paymentReference, providerAmount, currency, checkoutId } = notice
  const facts = { reason, paymentReference, providerAmount, paidCurrency: currency, checkoutId }
  const subject = invoice
    ? aboutInvoice(invoice, { ...facts, provider: connection.provider })
    : connectionAuditSubject(connection, facts)
  recordAbout(
    tx,
    subject,
    { action: 'client_invoice.raise_payment', category: 'update', severity: 'warning', source: 'webhook' },
    { name: 'client_invoice.payment_mismatched', payload: facts },
  )
  const about = { provider: connection.provider, paymentReference, invoiceNumber: invoice?.invoiceNumber ?? null }
  for (const { name, email } of await workspaceAdministrators(tx))
    await queueAndDeliver(mailer, tx, {
      to: { name, address: email },
      kind: 'payment.mismatched',
      subject: 'A payment arrived that settles no invoice',
      paragraphs: [mismatchText(reason, about), ...mismatchAdvice],
      action: invoice
        ? { label: 'See the invoice', url: linkTo(`/console/invoices/${invoice.id}`) }
        : { label: 'See payments', url: linkTo('/console/invoices/payments') },
    })
}

/** The subject of this connection's audit rows and events. No key is in it. */
export const connectionAuditSubject = (
  { id, provider, isLive, merchantAccount }: ConnectionRow,
  more: object = {},
): Subject => ({
  resource: ['payment_provider', id],
  metadata: { provider, live: isLive, ...(merchantAccount !== null && { merchantAccount }), ...more },
})
