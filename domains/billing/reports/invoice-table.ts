import { writtenMinor } from '../billables/rules.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import type { InvoiceRow, LineRow } from '../invoices/index.ts'
import type { invoiceRowKinds } from './rules.ts'
import { csvLine, type Cell, type Decimal } from '../../../platform/csv/csv.ts'

export type InvoiceRowKind = (typeof invoiceRowKinds)[number]

interface Invoice {
  readonly row: InvoiceRow
  readonly lines: readonly LineRow[]
}

const rate = (bps: number) => ({ decimal: writtenMinor(bps, 2) })

/** The columns between the names of an invoice and its ids, by the kind of row. */
const kinds: Readonly<
  Record<InvoiceRowKind, { readonly names: readonly string[]; readonly cells: (invoice: Invoice) => Cell[][] }>
> = {
  invoices: {
    names: ['net', 'tax', 'total', 'paid', 'due', 'credit'],
    cells: ({ row: { currency, netMinor, taxMinor, totalMinor, balance } }) => [
      [netMinor, taxMinor, totalMinor, balance.paidCents, balance.dueCents, balance.creditCents].map((minor) =>
        amountCell(minor, currency),
      ),
    ],
  },
  taxes: {
    names: ['tax_category', 'tax_rate', 'tax_reason', 'net', 'tax', 'total'],
    cells: ({ row: { currency, taxTotals } }) =>
      taxTotals.map(({ category, rateBps, reason, taxableMinor, taxMinor }) => [
        category,
        rate(rateBps),
        reason,
        ...[taxableMinor, taxMinor, BigInt(taxableMinor) + BigInt(taxMinor)].map((one) => amountCell(one, currency)),
      ]),
  },
  lines: {
    names: 'position description quantity unit unit_price net tax_class tax_category tax_rate billable_id'.split(' '),
    cells: ({ row: { currency }, lines }) =>
      lines.map((line) => [
        { decimal: String(line.position) },
        line.description,
        { decimal: line.quantity },
        line.unit,
        amountCell(line.unitPriceMinor, currency),
        amountCell(line.amountMinor, currency),
        line.taxClass,
        line.category,
        rate(line.rateBps),
        line.billableId,
      ]),
  },
}

/** The first line of the table. */
export const headOf = (kind: InvoiceRowKind): string =>
  csvLine([
    ...'number type status issued_at due_at paid_at voided_at client client_vat_id currency'.split(' '),
    ...kinds[kind].names,
    ...'payment_reference replaces_invoice_id client_account_id id'.split(' '),
  ])

/** The lines of an invoice. */
export const rowsOf = (kind: InvoiceRowKind, invoice: Invoice): string => {
  const { row } = invoice
  const times = [row.issuedAt, row.dueAt, row.paidAt, row.voidedAt].map((time) => time?.toISOString() ?? null)
  const buyer = [row.buyerLegalName, row.buyerVatId]
  const before = [row.invoiceNumber, row.type, row.status, ...times, ...buyer, row.currency]
  const behind = [row.paymentReference, row.replacesInvoiceId, row.clientAccountId, row.id]
  return kinds[kind]
    .cells(invoice)
    .map((cells) => csvLine([...before, ...cells, ...behind]))
    .join('')
}

/** An amount in minor units as its currency writes it, with a point. */
export const amountCell = (minor: number | bigint, currency: string): Decimal => ({
  decimal: writtenMinor(minor, decimalsOf(currency)),
})
