import { Readable } from 'node:stream'
import type { Caller } from '../../../platform/access/index.ts'
import type { ReadTransaction } from '../../../platform/audit/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { csvLine } from '../../../platform/csv/csv.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { accountNames } from '../../accounts/clients/index.ts'
import { shownTo } from '../../code/projects/index.ts'
import { isRepresentable, sumOf } from '../billables/rules.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import { issuedInOrder, linesOfAll, type IssuedRange, type LineRow } from '../invoices/index.ts'
import { isDay } from '../invoices/rules.ts'
import * as contract from './contract.ts'
import { summariesMost, billedMost } from './contract.ts'
import { amountCell, headOf, rowsOf, type InvoiceRowKind } from './invoice-table.ts'
import * as store from './store.ts'

const sumColumns = 'current up_to_30 up_to_60 up_to_90 over_90 total'.split(' ')
const agingColumns = ['as_of', 'client', 'currency', ...sumColumns, 'client_account_id']

const exportAgingReport = handle(
  contract.exportAgingReport,
  async ({ tx, workspace, caller, query, now, fail, ok }) => {
    const report = await readAging(tx, { query, now, caller })
    if (typeof report === 'string') return fail[report]()
    const { asOf, rows } = report
    const lines = rows.map(({ clientName, currency, sums, clientAccountId }) =>
      csvLine([asOf, clientName, currency, ...sums.map((sum) => amountCell(sum, currency)), clientAccountId]),
    )
    return ok(Readable.from([csvLine(agingColumns), ...lines]), {
      resource: ['workspace', workspace],
      metadata: { asOf },
    })
  },
)

// Invoices in one read of an export. An invoice has up to a thousand lines, so that few are read with them.
const rowsAtOnce: Readonly<Record<InvoiceRowKind, number>> = { invoices: 500, taxes: 500, lines: 50 }

// The audit row of the export is committed before its first byte leaves.
const exportClientInvoices = handle(
  contract.exportClientInvoices,
  async ({ workspace, caller, query, read, fail, commit }) => {
    const { from = null, to = null, rows = 'invoices' } = query
    if ([from, to].some((day) => day !== null && !isDay(day))) return fail.noSuchDay()
    const lines = tableOf(read, rows, caller.projectIds ? undefined : { from, to })
    return commit(async ({ ok }) =>
      ok(Readable.from(lines), { resource: ['workspace', workspace], metadata: { from, to, rows } }),
    )
  },
)

/** The table, page by page by number: an invoice issued during the export comes at its end or not at all. */
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

const revenueColumns = 'month client project currency issued paid open client_account_id project_id'.split(' ')

const exportRevenueReport = handle(
  contract.exportRevenueReport,
  async ({ tx, workspace, caller, query, now, fail, ok }) => {
    const report = await readRevenue(tx, { query, now, caller })
    if (typeof report === 'string') return fail[report]()
    const lines = report.rows.map(({ month, clientName, projectName, currency, sums, clientAccountId, projectId }) => {
      const amounts = sums.map((sum) => amountCell(sum, currency))
      return csvLine([month, clientName, projectName, currency, ...amounts, clientAccountId, projectId])
    })
    const { from, to } = report
    return ok(Readable.from([csvLine(revenueColumns), ...lines]), {
      resource: ['workspace', workspace],
      metadata: { ...query, from, to },
    })
  },
)

const getAgingReport = handle(contract.getAgingReport, async ({ tx, caller, query, now, fail, ok }) => {
  const report = await readAging(tx, { query, now, caller })
  if (typeof report === 'string') return fail[report]()
  const rows = report.rows.map(({ sums, ...row }) => {
    if (!sums.every(isRepresentable)) return fail.tooLarge()
    const [currentMinor, upTo30Minor, upTo60Minor, upTo90Minor, over90Minor, totalMinor] = sums.map(Number)
    return {
      ...row,
      currencyDecimals: decimalsOf(row.currency),
      currentMinor: currentMinor!,
      upTo30Minor: upTo30Minor!,
      upTo60Minor: upTo60Minor!,
      upTo90Minor: upTo90Minor!,
      over90Minor: over90Minor!,
      totalMinor: totalMinor!,
    }
  })
  return ok({ ...report, rows })
})

const getRevenueReport = handle(contract.getRevenueReport, async ({ tx, caller, query, now, fail, ok }) => {
  const report = await readRevenue(tx, { query, now, caller })
  if (typeof report === 'string') return fail[report]()
  const rows = report.rows.map(({ sums, ...row }) => {
    if (!sums.every(isRepresentable)) return fail.tooLarge()
    const [issuedMinor, paidMinor, openMinor] = sums.map(Number) as [number, number, number]
    return { ...row, currencyDecimals: decimalsOf(row.currency), issuedMinor, paidMinor, openMinor }
  })
  return ok({ ...report, rows })
})

type Summary = Static<(typeof contract.listClientSummaries)['replies'][200]>[number]

const listClientSummaries = handle(contract.listClientSummaries, async ({ tx, caller, ok }) => {
  // A key that names projects reads no invoice by its id, and so counts none here.
  const { only } = shownTo(caller)
  const rows = await store.summariesOf(tx, { seesMoney: !only, only: only ?? null, rows: summariesMost })
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return ok([...byAccount].map(([accountId, ofAccount]) => presentSummary(accountId, ofAccount)))
})

const presentSummary = (clientAccountId: string, rows: readonly store.SummaryRow[]): Summary => ({
  clientAccountId,
  money: rows.flatMap(presentMoney),
  lastDelivery: presentDelivery(rows[0]!),
})

/** A sum that no number represents is left out. */
const presentMoney = ({ currency, open, paid, credit }: store.SummaryRow) => {
  const sums = [open, paid, credit].map((sum) => BigInt(sum ?? 0))
  if (currency === null || !sums.every(isRepresentable)) return []
  const [openMinor, paidMinor, creditCents] = sums.map(Number) as [number, number, number]
  return { currency, currencyDecimals: decimalsOf(currency), openMinor, paidMinor, creditCents }
}

const presentDelivery = ({ projectId, cycleId, title, deliveredAt }: store.SummaryRow): Summary['lastDelivery'] =>
  projectId === null || cycleId === null || title === null || deliveredAt === null
    ? null
    : { projectId, cycleId, title, deliveredAt }

const listProjectBilledWork = handle(contract.listProjectBilledWork, async ({ tx, params, caller, now, ok }) => {
  // A key that names projects reads no invoice by its id, and so counts none here.
  if (caller.projectIds) return ok([])
  const { from, to } = await store.reportMonths(tx, { from: null, to: null, now })
  const rows = await store.billedWorkOf(tx, { projectId: params.projectId, from, to, rows: billedMost })
  return ok(rows.flatMap(presentBilled))
})

/** A sum that no number represents is left out; an issued invoice has a number and a time. */
const presentBilled = ({ number, issuedAt, amount, ...row }: store.BilledWorkRow) =>
  number === null || issuedAt === null || !isRepresentable(BigInt(amount))
    ? []
    : { ...row, number, issuedAt, currencyDecimals: decimalsOf(row.currency), amountMinor: Number(amount) }

export default () => ({
  exportAgingReport,
  exportClientInvoices,
  exportRevenueReport,
  getAgingReport,
  getRevenueReport,
  listClientSummaries,
  listProjectBilledWork,
})

const rowsMost = 10_000

interface ReportRequest<Query> {
  readonly query: Query
  readonly now: Date
  readonly caller: Pick<Caller, 'projectIds'>
}
type AgingQuery = Static<typeof contract.getAgingReport.query>

/** The amounts owed at the end of a day, with sums that no number bounds; else the name of the refusal. */
const readAging = async (tx: Transaction, { query, now, caller }: ReportRequest<AgingQuery>) => {
  if (query.asOf !== undefined && !isDay(query.asOf)) return 'noSuchDay' as const
  const { asOf, timeZone } = await store.reportDay(tx, { asOf: query.asOf ?? null, now })
  // A key that names projects reads no invoice by its id, and so counts none here.
  const owed = caller.projectIds ? [] : await store.owedOn(tx, { asOf, rows: rowsMost + 1 })
  if (owed.length > rowsMost) return 'tooMany' as const
  const names = await accountNames(tx, [...new Set(owed.map(({ clientAccountId }) => clientAccountId))])
  const rows = owed.map(({ clientAccountId, currency, current, upTo30, upTo60, upTo90, over90 }) => {
    const ages = [current, upTo30, upTo60, upTo90, over90].map(BigInt)
    return { clientAccountId, clientName: names.get(clientAccountId)!, currency, sums: [...ages, sumOf(ages)] }
  })
  return { asOf, timeZone, rows }
}

type RevenueQuery = Static<typeof contract.getRevenueReport.query>

/** The billed amounts in some months, with sums that no number bounds; else the name of the refusal. */
const readRevenue = async (tx: Transaction, { query, now, caller }: ReportRequest<RevenueQuery>) => {
  const { from = null, to = null, clientAccountId: accountId = null, projectId = null } = query
  const { timeZone, ...months } = await store.reportMonths(tx, { from, to, now })
  if (months.from > months.to) return 'reversed' as const
  // A key that names projects reads no invoice by its id, and so counts none here.
  const sums = caller.projectIds
    ? []
    : await store.revenueIn(tx, { ...months, accountId, projectId, rows: rowsMost + 1 })
  if (sums.length > rowsMost) return 'tooMany' as const
  const names = await accountNames(tx, [...new Set(sums.map((row) => row.clientAccountId))])
  const rows = sums.map(({ issued, paid, ...row }) => ({
    ...row,
    clientName: names.get(row.clientAccountId)!,
    sums: [BigInt(issued), BigInt(paid), BigInt(issued) - BigInt(paid)],
  }))
  return { ...months, timeZone, rows }
}
