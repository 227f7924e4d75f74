import { pageMost } from '../../../../platform/contract/index.ts'
import { cutPage } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { ownEventsOfCycle, positionOf, readerOf } from '../../../record/events/index.ts'
import { listCycleEvents } from '../contract.ts'
import { presentEventTo } from '../present-event.ts'

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

export default handle(listCycleEvents, async ({ tx, params, caller, query, next, invalid, ok }) => {
  const { cursor, limit = pageMost } = query
  const before = cursor === undefined ? undefined : (positionOf(cursor) ?? invalid([badCursor]))
  const rows = await ownEventsOfCycle(tx, { cycleId: params.id, reader: readerOf(caller), limit: limit + 1 }, before)
  const page = cutPage(rows, limit, ({ position }) => String(position))
  next(page.next)
  return ok(page.rows.map(presentEventTo(caller)))
})
