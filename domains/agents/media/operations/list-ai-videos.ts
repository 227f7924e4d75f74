import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listAiVideos } from '../contract.ts'
import { presentVideo } from '../present-video.ts'
import { videoPage } from '../store-videos.ts'

export default handle(listAiVideos, async ({ tx, caller, query, next, ok }) => {
  const { limit = 50, cursor } = query
  const page = await videoPage(tx, caller, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentVideo))
})
