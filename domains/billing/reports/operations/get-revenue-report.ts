import { handle } from '../../../../platform/handler/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { getRevenueReport } from '../contract.ts'
import { readRevenue } from '../read-revenue.ts'

export default handle(getRevenueReport, async ({ tx, caller, query, now, fail, ok }) => {
  const report = await readRevenue(tx, { query, now, caller })
  if (typeof report === 'string') return fail[report]()
  const rows = report.rows.map(({ sums, ...row }) => {
    if (!sums.every(isRepresentable)) return fail.tooLarge()
    const [issuedMinor, paidMinor, openMinor] = sums.map(Number) as [number, number, number]
    return { ...row, currencyDecimals: decimalsOf(row.currency), issuedMinor, paidMinor, openMinor }
  })
  return ok({ ...report, rows })
})
