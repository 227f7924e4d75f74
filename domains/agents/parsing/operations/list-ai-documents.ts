import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listAiDocuments } from '../contract.ts'
import { presentDocument } from '../present.ts'
import { documentPage } from '../store.ts'

export default handle(listAiDocuments, async ({ tx, caller, query, next, ok }) => {
  const page = await documentPage(tx, caller, cursorOf(query.cursor), query.limit ?? 50)
  next(page.next, page.count)
  return ok(page.rows.map(presentDocument))
})
