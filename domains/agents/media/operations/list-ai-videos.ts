import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listAiVideos } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { presentVideos } from '../present-video.ts'
import { videoPage } from '../store-videos.ts'

export default (parts: MediaParts) =>
  handle(listAiVideos, async ({ tx, workspace, caller, query, now, next, ok }) => {
    const { limit = 50, cursor } = query
    const page = await videoPage(tx, caller, cursorOf(cursor), limit)
    next(page.next, page.count)
    return ok(await presentVideos(parts, tx, { workspace, rows: page.rows, now }))
  })
