import { handle } from '../../../../platform/handler/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { billedMost, listProjectBilledWork } from '../contract.ts'
import { billedWorkOf, reportMonths, type BilledWorkRow } from '../store.ts'

export default handle(listProjectBilledWork, async ({ tx, params, caller, now, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { from, to } = await reportMonths(tx, { from: null, to: null }, now)
  const rows = await billedWorkOf(tx, { projectId: params.projectId, from, to, rows: billedMost })
  return ok(rows.flatMap(presentBilled))
})

/** A sum that no number represents is left out; an issued invoice has a number and a time. */
const presentBilled = ({ number, issuedAt, amount, ...row }: BilledWorkRow) =>
  number === null || issuedAt === null || !isRepresentable(BigInt(amount))
    ? []
    : { ...row, number, issuedAt, currencyDecimals: decimalsOf(row.currency), amountMinor: Number(amount) }
