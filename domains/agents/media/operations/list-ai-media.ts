import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listAiMedia } from '../contract.ts'
import { presentMedia } from '../present.ts'
import { mediaFiles, mediaPage } from '../store.ts'

export default handle(listAiMedia, async ({ tx, caller, query, next, ok }) => {
  const { limit = 50, cursor } = query
  const page = await mediaPage(tx, caller, cursorOf(cursor), limit)
  const ids = page.rows.map(({ id }) => id)
  const files = await mediaFiles(tx, ids)
  next(page.next)
  return ok(page.rows.map((row) => presentMedia(row, files)))
})
