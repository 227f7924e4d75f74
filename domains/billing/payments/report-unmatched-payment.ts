import type { PaidNotice } from '../../../execution/payments/index.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { queueAndDeliver } from '../../../platform/mail/index.ts'
import { workspaceAdministrators } from '../../accounts/workspaces/index.ts'
import { aboutInvoice, type InvoiceRow } from '../invoices/index.ts'
import type { PaymentParts } from './parts.ts'
import { mismatchText, mismatchAdvice } from './rules/mismatch-text.ts'
import type { Mismatch } from './rules.ts'
import type { ConnectionRow } from './tables.ts'
import type { Subject } from '../../../platform/handler/index.ts'

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
  const told = { reason, paymentReference, providerAmount, paidCurrency: currency, checkoutId }
  const { resource, parent, metadata } = invoice
    ? aboutInvoice(invoice, { ...told, provider: connection.provider })
    : connectionAuditSubject(connection, told)
  record(
    tx,
    {
      action: 'client_invoice.raise_payment',
      category: 'update',
      severity: 'warning',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'webhook',
      resource,
      ...(parent && { parent }),
      details: metadata ?? {},
    },
    { name: 'client_invoice.payment_mismatched', entity: resource, payload: told },
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
