import { handle } from '../../../../platform/handler/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { billedMost, listProjectBilledWork } from '../contract.ts'
import { billedWorkOf, reportMonths } from '../store.ts'

export default handle(listProjectBilledWork, async ({ tx, params, caller, now, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { from, to } = await reportMonths(tx, { from: null, to: null }, now)
  const rows = await billedWorkOf(tx, { projectId: params.projectId, from, to, rows: billedMost })
  return ok(
    rows
      .filter(({ amount }) => isRepresentable(BigInt(amount)))
      .map(({ amount, ...row }) => ({
        ...row,
        currencyDecimals: decimalsOf(row.currency),
        amountMinor: Number(amount),
      })),
  )
})
