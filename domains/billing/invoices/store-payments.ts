import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { paymentsMost } from './rules.ts'
import { clientInvoicePayment, type InvoiceRow, type PaymentRow } from './tables.ts'
import type { TaxCategory } from '../billables/rules.ts'
import { dayOf, dueDay, isBetween } from './joins.ts'

interface NewPayment extends Pick<
  PaymentRow,
  'id' | 'kind' | 'amountMinor' | 'source' | 'provider' | 'paymentReference' | 'recordedBy'
> {
  readonly invoiceId: string
  readonly providerReference: string | null
  /** As `parseTimestamp` returns it. */
  readonly paidAt: string
}
/** Inserts a payment of a locked invoice; undefined if it is recorded already, or the invoice has its most payments. */
export const insertPayment = rowStatement<NewPayment, PaymentRow>(
  'client-invoice-payment.insert',
  `insert into client_invoice_payment (id, workspace_id, invoice_id, client_account_id, currency, kind, amount_minor, source,
     provider, provider_reference, payment_reference, paid_at, recorded_at, recorded_by)
   select :id::uuid, i.workspace_id, i.id, i.client_account_id, i.currency, :kind, :amountMinor, :source,
     :provider, :providerReference, :paymentReference, :paidAt::timestamptz, clock_timestamp(), :recordedBy::uuid
   from client_invoice i where i.id = :invoiceId and i.workspace_id = :workspace and i.issued_at is not null
     and (select count(*) from client_invoice_payment p
       where p.workspace_id = i.workspace_id and p.invoice_id = i.id) < ${paymentsMost}
   on conflict (workspace_id, provider, kind, provider_reference) where provider is not null do nothing
   returning ${clientInvoicePayment.columns}`,
)

/** The payments of an invoice in the order in which the money moved. */
export const paymentsOf = statement<{ invoiceId: string }, PaymentRow>(
  'client-invoice-payment.list',
  `select ${clientInvoicePayment.columns} from client_invoice_payment
   where workspace_id = :workspace and invoice_id = :invoiceId order by paid_at, recorded_at, id`,
)

interface ProviderPayment {
  readonly invoiceId: string
  /** The sum of its refunds that the provider reported. */
  readonly refundedMinor: number
}
/** The payment of that name that a provider reported; undefined if no invoice of the workspace has it. */
export const findProviderPayment = rowStatement<{ provider: string; providerReference: string }, ProviderPayment>(
  'client-invoice-payment.of-provider',
  `select p.invoice_id as "invoiceId", (select coalesce(sum(r.amount_minor), 0)::int8 from client_invoice_payment r
     where r.workspace_id = p.workspace_id and r.invoice_id = p.invoice_id and r.provider = p.provider
       and r.kind = 'refund' and r.payment_reference = p.payment_reference) as "refundedMinor"
   from client_invoice_payment p where p.workspace_id = :workspace and p.provider = :provider and p.kind = 'payment'
     and p.provider_reference = :providerReference`,
)

const last = oneRowStatement<{ invoiceId: string }, { at: Date | null }>(
  'client-invoice-payment.last',
  `select max(recorded_at) as at from client_invoice_payment
   where workspace_id = :workspace and invoice_id = :invoiceId`,
)
/** The time at which money was last recorded with an invoice; null before. */
export const lastPaymentAt = async (tx: Transaction, invoiceId: string) => (await last(tx, { invoiceId })).at

/** The invoices for which a client account paid too much in a currency, the oldest 100. */
export const creditsOf = statement<
  Pick<InvoiceRow, 'clientAccountId' | 'currency'>,
  Pick<InvoiceRow, 'id' | 'invoiceNumber'> & { creditCents: number }
>(
  'client-invoice-payment.credits',
  `select i.id, i.invoice_number as "invoiceNumber", b.credit_minor as "creditCents" from client_invoice i
     cross join lateral client_invoice_balance(i, null) b
   where i.workspace_id = :workspace and i.client_account_id = :clientAccountId and i.currency = :currency
     and i.issued_at is not null and b.credit_minor > 0 order by i.issued_at, i.id limit 100`,
)

interface PostingRow extends Pick<
  InvoiceRow,
  'id' | 'type' | 'currency' | 'clientAccountId' | 'buyerLegalName' | 'buyerVatId' | 'taxTotals'
> {
  readonly move: 'issue' | 'void'
  readonly day: string
  readonly dueDay: string
  readonly invoiceNumber: string
}
interface ClassRow {
  readonly taxClass: string
  readonly category: TaxCategory
  readonly rateBps: number
  readonly net: string
}

const within = (column: string) => isBetween(column, '(:from::text)::date', "((:to::text)::date + interval '1 day')")

const postings = statement<{ from: string; to: string; rows: number }, PostingRow & ClassRow>(
  'client-invoice.postings',
  `select i.id, i.move, i.type, ${dayOf('i.at')}::text as day, ${dueDay('i.due_at')}::text as "dueDay",
     i.invoice_number as "invoiceNumber", i.currency, i.client_account_id as "clientAccountId",
     i.buyer_legal_name as "buyerLegalName", i.buyer_vat_id as "buyerVatId", i.tax_totals as "taxTotals",
     l.tax_class as "taxClass", l.category, l.rate_bps as "rateBps", l.net
   from (
     select 'issue' as move, issued_at as at, * from client_invoice
     where workspace_id = :workspace and ${within('issued_at')}
     union all
     select 'void', voided_at, * from client_invoice
     where workspace_id = :workspace and issued_at is not null and ${within('voided_at')}
   ) i
   cross join lateral (
     select tax_class, category, rate_bps, sum(amount_minor)::text as net, min(position) as first
     from client_invoice_line where workspace_id = i.workspace_id and invoice_id = i.id
     group by tax_class, category, rate_bps
   ) l
   order by i.at, i.invoice_sequence, i.move, l.first limit :rows`,
)

type Class = Omit<ClassRow, 'net'> & { readonly netMinor: bigint }

/**
 * The events of invoices on some days, in the zones of the invoices and in their order: each issue, and each void of an
 * issued one, with the net amounts by tax class. `rows` bounds how many such amounts are read.
 */
export const postingsIn = async (tx: Transaction, asked: { from: string; to: string; rows: number }) => {
  const found = new Map<string, PostingRow & { readonly classes: Class[] }>()
  for (const { taxClass, category, rateBps, net, ...posting } of await postings(tx, asked)) {
    const key = `${posting.id} ${posting.move}`
    const whole = found.get(key) ?? { ...posting, classes: [] }
    whole.classes.push({ taxClass, category, rateBps, netMinor: BigInt(net) })
    found.set(key, whole)
  }
  return [...found.values()]
}
