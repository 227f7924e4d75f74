import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TaxCategory } from '../billables/rules/tax.ts'
import { dayOf, dueDay, isBetween } from './joins.ts'
import type { InvoiceType } from './rules.ts'
import type { StoredTaxTotal } from './tables.ts'

interface PostingRow {
  readonly id: string
  readonly move: 'issue' | 'void'
  readonly type: InvoiceType
  readonly day: string
  readonly dueDay: string
  readonly invoiceNumber: string
  readonly currency: string
  readonly clientAccountId: string
  readonly buyerLegalName: string
  readonly buyerVatId: string | null
  readonly taxTotals: StoredTaxTotal[]
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
