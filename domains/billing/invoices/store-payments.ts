import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { paymentsMost, type PaymentKind, type PaymentSource } from './rules.ts'
import { clientInvoicePayment, type PaymentRow } from './tables.ts'

interface NewPayment {
  readonly id: string
  readonly invoiceId: string
  readonly kind: PaymentKind
  readonly amountMinor: number
  readonly source: PaymentSource
  readonly provider: string | null
  readonly providerReference: string | null
  readonly paymentReference: string | null
  /** As `parseTimestamp` returns it. */
  readonly paidAt: string
  readonly recordedBy: string | null
}
const insert = statement<NewPayment & { most: number }, PaymentRow>(
  'client-invoice-payment.insert',
  `insert into client_invoice_payment (id, workspace_id, invoice_id, client_account_id, currency, kind, amount_minor, source,
     provider, provider_reference, payment_reference, paid_at, recorded_at, recorded_by)
   select :id::uuid, i.workspace_id, i.id, i.client_account_id, i.currency, :kind, :amountMinor, :source,
     :provider, :providerReference, :paymentReference, :paidAt::timestamptz, clock_timestamp(), :recordedBy::uuid
   from client_invoice i where i.id = :invoiceId and i.workspace_id = :workspace and i.issued_at is not null
     and (select count(*) from client_invoice_payment p
       where p.workspace_id = i.workspace_id and p.invoice_id = i.id) < :most
   on conflict (workspace_id, provider, kind, provider_reference) where provider is not null do nothing
   returning ${clientInvoicePayment.columns}`,
)
/**
 * Inserts a payment; undefined if it is recorded already, or the invoice has its most payments. The caller has locked
 * the invoice.
 */
export const insertPayment = async (tx: Transaction, payment: NewPayment) =>
  (await insert(tx, { ...payment, most: paymentsMost })).at(0)

const list = statement<{ invoiceId: string }, PaymentRow>(
  'client-invoice-payment.list',
  `select ${clientInvoicePayment.columns} from client_invoice_payment
   where workspace_id = :workspace and invoice_id = :invoiceId order by paid_at, recorded_at, id`,
)
/** The payments of an invoice in the order in which the money moved. */
export const paymentsOf = (tx: Transaction, invoiceId: string) => list(tx, { invoiceId })

interface ProviderPayment {
  readonly invoiceId: string
  /** The sum of its refunds that the provider reported. */
  readonly refundedMinor: number
}
const ofProvider = statement<{ provider: string; providerReference: string }, ProviderPayment>(
  'client-invoice-payment.of-provider',
  `select p.invoice_id as "invoiceId", (select coalesce(sum(r.amount_minor), 0)::int8 from client_invoice_payment r
     where r.workspace_id = p.workspace_id and r.invoice_id = p.invoice_id and r.provider = p.provider
       and r.kind = 'refund' and r.payment_reference = p.payment_reference) as "refundedMinor"
   from client_invoice_payment p where p.workspace_id = :workspace and p.provider = :provider and p.kind = 'payment'
     and p.provider_reference = :providerReference`,
)
/** The payment of that name that a provider reported; undefined if no invoice of the workspace has it. */
export const findProviderPayment = async (tx: Transaction, provider: string, providerReference: string) =>
  (await ofProvider(tx, { provider, providerReference })).at(0)

const last = statement<{ invoiceId: string }, { at: Date | null }>(
  'client-invoice-payment.last',
  `select max(recorded_at) as at from client_invoice_payment
   where workspace_id = :workspace and invoice_id = :invoiceId`,
)
/** The time at which money was last recorded with an invoice; null before. */
export const lastPaymentAt = async (tx: Transaction, invoiceId: string) => (await last(tx, { invoiceId }))[0]!.at

interface Creditor {
  readonly id: string
  readonly invoiceNumber: string | null
  readonly creditCents: number
}
interface OfAccount {
  readonly clientAccountId: string
  readonly currency: string
}
const credits = statement<OfAccount & { limit: number }, Creditor>(
  'client-invoice-payment.credits',
  `select i.id, i.invoice_number as "invoiceNumber", b.credit_minor as "creditCents" from client_invoice i
     cross join lateral client_invoice_balance(i, null) b
   where i.workspace_id = :workspace and i.client_account_id = :clientAccountId and i.currency = :currency
     and i.issued_at is not null and b.credit_minor > 0 order by i.issued_at, i.id limit :limit`,
)
/** The invoices for which a client account paid too much in a currency, the oldest 100. */
export const creditsOf = (tx: Transaction, { clientAccountId, currency }: OfAccount) =>
  credits(tx, { clientAccountId, currency, limit: 100 })
