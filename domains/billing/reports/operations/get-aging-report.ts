import { handle } from '../../../../platform/handler/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { getAgingReport } from '../contract.ts'
import { readAging } from '../read-aging.ts'

export default handle(getAgingReport, async ({ tx, caller, query: { asOf }, now, fail, ok }) => {
  const report = await readAging(tx, { asOf, now, caller })
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
