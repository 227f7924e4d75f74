import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { accountNames } from '../../accounts/clients/index.ts'
import { reportMonths, revenueIn } from './store.ts'

const rowsMost = 10_000

interface RevenueQuery {
  readonly query: {
    readonly from?: string
    readonly to?: string
    readonly clientAccountId?: string
    readonly projectId?: string
  }
  readonly now: Date
  readonly caller: Pick<Caller, 'projectIds'>
}

/** The billed amounts in some months, with sums that no number bounds; else the name of the refusal. */
export const readRevenue = async (tx: Transaction, { query, now, caller }: RevenueQuery) => {
  const { from = null, to = null, clientAccountId = null, projectId = null } = query
  const months = await reportMonths(tx, { from, to }, now)
  if (months.from > months.to) return 'reversed' as const
  const asked = { from: months.from, to: months.to, accountId: clientAccountId, projectId, rows: rowsMost + 1 }
  // As each invoice is absent for a key that names projects.
  const sums = caller.projectIds ? [] : await revenueIn(tx, asked)
  if (sums.length > rowsMost) return 'tooMany' as const
  const names = await accountNames(tx, [...new Set(sums.map((row) => row.clientAccountId))])
  const rows = sums.map(({ issued, paid, ...row }) => ({
    ...row,
    clientName: names.get(row.clientAccountId)!,
    sums: [BigInt(issued), BigInt(paid), BigInt(issued) - BigInt(paid)],
  }))
  return { ...months, rows }
}
