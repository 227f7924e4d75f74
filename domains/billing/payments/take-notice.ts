import { v7 as uuidv7 } from 'uuid'
import type { PaidNotice, PaymentNotice } from '../../../execution/payments/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInvoice, settleInvoice, type InvoiceRow } from '../invoices/index.ts'
import type { PaymentParts } from './parts.ts'
import { reportUnmatchedPayment } from './report-unmatched-payment.ts'
import { judgePayment } from './rules.ts'
import { endCheckout, findCheckout, markCheckoutPaid } from './store-checkouts.ts'
import { keepNotice } from './store-notices.ts'
import type { CheckoutRow, ConnectionRow } from './tables.ts'

/**
 * Does what a verified notice says, once for each event. A checkout of another workspace is unknown here: two may share
 * an account at a provider, which then notifies both.
 */
export const takeNotice = async (
  tx: Transaction,
  parts: Pick<PaymentParts, 'mailer'>,
  connection: ConnectionRow,
  notice: PaymentNotice,
): Promise<void> => {
  if (notice.workspaceId !== tx.workspace) return
  const known = await knownTo(tx, connection, notice)
  if (notice.kind === 'paid') return takePayment(tx, parts, { connection, known, notice })
  const isIt = known?.checkout.reference === notice.checkoutReference
  if (known && isIt) await endCheckout(tx, known.checkout.id, 'expired', await tx.now())
}

interface MatchedCheckout {
  readonly checkout: CheckoutRow
  readonly invoice: InvoiceRow
}

/** The checkout that a notice names, with its invoice, which is locked: it cannot be settled or voided in between. */
const knownTo = async (
  tx: Transaction,
  { id }: ConnectionRow,
  { checkoutId }: PaymentNotice,
): Promise<MatchedCheckout | undefined> => {
  const found = await findCheckout(tx, checkoutId)
  if (found?.connectionId !== id) return undefined
  const invoice = await lockInvoice(tx, found.invoiceId)
  return { checkout: (await findCheckout(tx, checkoutId))!, invoice: invoice! }
}

interface Payment {
  readonly connection: ConnectionRow
  readonly known: MatchedCheckout | undefined
  readonly notice: PaidNotice
}

const takePayment = async (tx: Transaction, parts: Pick<PaymentParts, 'mailer'>, payment: Payment) => {
  const { connection, known, notice } = payment
  const judged = judgePayment(notice, known && { ...known, ...accountOf(connection) })
  const reason = judged === 'settled' || judged === 'repeated' ? null : judged
  const now = await tx.now()
  const isNew = await keepNotice(tx, {
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
  if (judged === 'settled') await settle(tx, known!, payment, now)
}

const accountOf = ({ isLive, merchantAccount }: ConnectionRow) => ({ isLive, merchantAccount })

const settle = async (
  tx: Transaction,
  { checkout, invoice }: MatchedCheckout,
  { connection, notice }: Payment,
  now: Date,
) => {
  await markCheckoutPaid(tx, checkout.id, now)
  const settled = await settleInvoice(
    tx,
    {
      invoiceId: invoice.id,
      paidAt: now.toISOString(),
      paymentReference: notice.paymentReference,
      now,
    },
    {
      checkout: {
        provider: connection.provider,
        live: connection.isLive,
        checkoutId: checkout.id,
      },
    },
  )
  if (!settled) throw new Error('An invoice that was locked and can be paid was not settled')
}
