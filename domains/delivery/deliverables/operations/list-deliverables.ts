import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { listDeliverables } from '../contract.ts'
import { presentDeliverable } from '../present.ts'
import { deliverablePage } from '../store.ts'

export default handle(listDeliverables, async ({ tx, caller, query, previous, ok }) => {
  const { awaiting, cursor, limit = pageMost } = query
  const filter = { ...shownTo(caller), awaiting: awaiting === 'me' ? caller.userId : undefined }
  const page = await deliverablePage(tx, cursorOf(cursor), limit, filter)
  previous(page.previous, page.count)
  return ok(page.rows.map((row) => presentDeliverable(row, caller.role)))
})
