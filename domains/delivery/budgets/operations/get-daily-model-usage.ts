import { handle } from '../../../../platform/handler/index.ts'
import { microsToUsd } from '../../../code/projects/rules.ts'
import { getDailyModelUsage } from '../contract.ts'
import { usageByDay, usageMonths } from '../store.ts'

const rowsMost = 10_000

export default handle(getDailyModelUsage, async ({ tx, caller, query, now, fail, ok }) => {
  const months = await usageMonths(tx, query, now)
  if (months.from > months.to) return fail.reversed()
  const rows = await usageByDay(tx, months, caller, rowsMost + 1)
  if (rows.length > rowsMost) return fail.tooMany()
  return ok({ ...months, rows: rows.map(({ costMicros, ...row }) => ({ ...row, costUsd: microsToUsd(costMicros) })) })
})
