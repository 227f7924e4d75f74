import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listAiBatches } from '../contract.ts'
import { presentBatch } from '../present.ts'
import { batchPage } from '../store.ts'

export default handle(listAiBatches, async ({ tx, caller, query, next, ok }) => {
  const { limit = 50, cursor } = query
  const page = await batchPage(tx, caller, cursorOf(cursor), limit)
  next(page.next, page.count)
  return ok(page.rows.map(presentBatch))
})
