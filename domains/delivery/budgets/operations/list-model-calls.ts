import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listModelCalls } from '../contract.ts'
import { presentCall } from '../present.ts'
import { callsPage, usageMonths } from '../store.ts'

export default handle(listModelCalls, async ({ tx, caller, query, now, fail, next, ok }) => {
  const { limit = 50, cursor, from, to, ...filters } = query
  const months = await usageMonths(tx, { from, to }, now)
  if (months.from > months.to) return fail.reversed()
  const page = await callsPage(tx, { months, viewer: caller, filters, before: cursorOf(cursor), limit })
  next(page.next, page.count)
  return ok(page.rows.map(presentCall))
})
