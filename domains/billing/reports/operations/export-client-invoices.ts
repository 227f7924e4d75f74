import { Readable } from 'node:stream'
import type { ReadTransaction } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { issuedInOrder, linesOfAll, type IssuedRange, type LineRow } from '../../invoices/index.ts'
import { exportClientInvoices } from '../contract.ts'
import { isDay } from '../rules.ts'
import { headOf, rowsOf, type InvoiceRowKind } from '../invoice-table.ts'

// With their lines, each at most a thousand.
const rowsAtOnce: Readonly<Record<InvoiceRowKind, number>> = { invoices: 500, taxes: 500, lines: 50 }

// The row of the export is committed before its first byte leaves.
export default handle(exportClientInvoices, async ({ workspace, caller, query, read, fail, commit }) => {
  const { from = null, to = null, rows = 'invoices' } = query
  if ([from, to].some((day) => day !== null && !isDay(day))) return fail.noSuchDay()
  const lines = tableOf(read, rows, caller.projectIds ? undefined : { from, to })
  return commit(async ({ ok }) =>
    ok(Readable.from(lines), { resource: ['workspace', workspace], metadata: { from, to, rows } }),
  )
})

/**
 * The table, page by page in the order of numbers: an invoice issued during the export comes at its end or not in it.
 */
async function* tableOf(
  read: ReadTransaction,
  kind: InvoiceRowKind,
  range: IssuedRange | undefined,
): AsyncGenerator<string> {
  yield headOf(kind)
  let after = 0
  while (range) {
    const { rows, lines } = await read((tx) => pageOf(tx, kind, { ...range, after }))
    if (rows.length > 0) yield rows.map((row) => rowsOf(kind, { row, lines: lines.get(row.id) ?? [] })).join('')
    if (rows.length < rowsAtOnce[kind]) return
    after = rows.at(-1)!.invoiceSequence!
  }
}

const pageOf = async (tx: Transaction, kind: InvoiceRowKind, range: IssuedRange & { readonly after: number }) => {
  const rows = await issuedInOrder(tx, { ...range, rows: rowsAtOnce[kind] })
  const ids = kind === 'lines' ? rows.map(({ id }) => id) : []
  return { rows, lines: ids.length > 0 ? await linesOfAll(tx, ids) : new Map<string, LineRow[]>() }
}
