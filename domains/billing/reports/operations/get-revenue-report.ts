import { handle } from '../../../../platform/handler/index.ts'
import { accountNames } from '../../../accounts/clients/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { getRevenueReport } from '../contract.ts'
import { monthsHere, revenueIn } from '../store.ts'

const rowsMost = 10_000

export default handle(getRevenueReport, async ({ tx, caller, query, now, fail, ok }) => {
  const { from = null, to = null, clientAccountId = null, projectId = null } = query
  const months = await monthsHere(tx, { from, to }, now)
  if (months.from > months.to) return fail.reversed()
  const asked = { from: months.from, to: months.to, accountId: clientAccountId, projectId, rows: rowsMost + 1 }
  // As each invoice is absent for a key that names projects.
  const sums = caller.projectIds ? [] : await revenueIn(tx, asked)
  if (sums.length > rowsMost) return fail.tooMany()
  const names = await accountNames(tx, [...new Set(sums.map((row) => row.clientAccountId))])
  const rows = sums.map(({ issued, paid, currency, ...row }) => {
    const minor = [BigInt(issued), BigInt(paid), BigInt(issued) - BigInt(paid)]
    if (!minor.every(isRepresentable)) return fail.tooLarge()
    const [issuedMinor, paidMinor, openMinor] = minor.map(Number) as [number, number, number]
    return {
      ...{ ...row, clientName: names.get(row.clientAccountId)!, currency, currencyDecimals: decimalsOf(currency) },
      ...{ issuedMinor, paidMinor, openMinor },
    }
  })
  return ok({ ...months, rows })
})
