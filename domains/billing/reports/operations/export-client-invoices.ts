import { Readable } from 'node:stream'
import type { Read } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { writtenMinor } from '../../billables/rules/written.ts'
import { issuedInOrder, type InvoiceRow, type IssuedRange } from '../../invoices/index.ts'
import { exportClientInvoices } from '../contract.ts'
import { isDay } from '../rules.ts'
import { csvLine } from '../rules/csv.ts'

const rowsAtOnce = 500

// The row of the export is committed before its first byte leaves.
export default handle(exportClientInvoices, async ({ workspace, caller, query, read, fail, commit }) => {
  const { from = null, to = null } = query
  if ([from, to].some((day) => day !== null && !isDay(day))) return fail.noSuchDay()
  const lines = linesOf(read, caller.projectIds ? undefined : { from, to })
  return commit(async ({ ok }) =>
    ok(Readable.from(lines), { resource: ['workspace', workspace], metadata: { from, to } }),
  )
})

const names = [
  ...['number', 'type', 'status', 'issued_at', 'due_at', 'paid_at', 'voided_at', 'client', 'client_vat_id'],
  ...['currency', 'net', 'tax', 'total', 'payment_reference', 'replaces_invoice_id', 'client_account_id', 'id'],
]

/** The table, page by page in the order of numbers: what is issued meanwhile stands at its end or not in it. */
async function* linesOf(read: Read, range: IssuedRange | undefined): AsyncGenerator<string> {
  yield csvLine(names)
  let after = 0
  while (range) {
    const rows = await read((tx) => issuedInOrder(tx, { ...range, after, rows: rowsAtOnce }))
    if (rows.length > 0) yield rows.map(lineOf).join('')
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.invoiceSequence!
  }
}

const lineOf = (row: InvoiceRow): string => {
  const amount = (minor: number) => ({ decimal: writtenMinor(minor, decimalsOf(row.currency)) })
  const at = (time: Date | null) => time?.toISOString() ?? null
  return csvLine([
    ...[row.invoiceNumber, row.type, row.status, at(row.issuedAt), at(row.dueAt), at(row.paidAt), at(row.voidedAt)],
    ...[row.buyerLegalName, row.buyerVatId, row.currency, amount(row.netMinor), amount(row.taxMinor)],
    ...[amount(row.totalMinor), row.paymentReference, row.replacesInvoiceId, row.clientAccountId, row.id],
  ])
}
