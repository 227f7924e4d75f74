import { handle } from '../../../../platform/handler/index.ts'
import { reviewAiVideo } from '../contract.ts'
import { presentVideo } from '../present-video.ts'
import { findVideo, reviewVideo } from '../store-videos.ts'

export default handle(reviewAiVideo, async ({ tx, caller, params, body, now, absent, fail, ok }) => {
  const { verdict, note = null } = body
  const before = (await findVideo(tx, caller, params.id)) ?? absent()
  const isReviewed = await reviewVideo(tx, { id: before.id, verdict, note, userId: caller.userId, now })
  if (!isReviewed) return fail.noVideo()
  const video = (await findVideo(tx, caller, params.id))!
  const within = video.projectId === null ? {} : { within: { projectId: video.projectId } }
  return ok(presentVideo(video), { resource: ['ai_video', video.id], metadata: { verdict }, ...within })
})
