import { handle } from '../../../../platform/handler/index.ts'
import { getAiVideo } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { presentVideos } from '../present-video.ts'
import { findVideo } from '../store-videos.ts'

export default (parts: MediaParts) =>
  handle(getAiVideo, async ({ tx, workspace, caller, params, now, absent, ok }) => {
    const video = (await findVideo(tx, caller, params.id)) ?? absent()
    const [presented] = await presentVideos(parts, tx, { workspace, rows: [video], now })
    return ok(presented!)
  })
