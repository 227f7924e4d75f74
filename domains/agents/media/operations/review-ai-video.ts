import { handle } from '../../../../platform/handler/index.ts'
import { reviewAiVideo } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { presentVideos } from '../present-video.ts'
import { findVideo, reviewVideo } from '../store-videos.ts'

export default (parts: MediaParts) =>
  handle(reviewAiVideo, async ({ tx, workspace, caller, params, body, now, absent, fail, created }) => {
    const { verdict, note = null } = body
    const before = (await findVideo(tx, caller, params.id)) ?? absent()
    const isReviewed = await reviewVideo(tx, { id: before.id, verdict, note, userId: caller.userId, now })
    if (!isReviewed) return fail.noVideo()
    const video = (await findVideo(tx, caller, params.id))!
    const [presented] = await presentVideos(parts, tx, { workspace, rows: [video], now })
    const within = video.projectId === null ? {} : { within: { projectId: video.projectId } }
    return created(presented!, { resource: ['ai_video', video.id], metadata: { verdict }, ...within })
  })
