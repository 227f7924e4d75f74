import { ModelFailure } from '../../../../execution/models/index.ts'
import { finish, type EffectContext } from '../../../../platform/jobs/index.ts'
import { endVideo } from '../end-video.ts'
import { videoRun } from '../graph.ts'
import type { MediaWork } from '../parts.ts'
import { isOpen } from '../rules/videos.ts'
import { readVideo } from '../store-videos.ts'
import { withVideoJobs } from '../with-video.ts'

/** Removes a video at its provider, and settles its job: a submitted job may be billed. */
export const cancelledStep = (parts: MediaWork) =>
  videoRun.step('cancelled', {
    effect: (context) => remove(parts, context),
    commit: async ({ tx, run, now }) => {
      const video = await readVideo(tx, run.subjectId)
      if (!video || !isOpen(video.status)) return finish()
      const isBilled = video.sentAt !== null
      await endVideo(tx, video, { status: 'cancelled', failure: null, assetId: null, isBilled, now })
      return finish()
    },
  })

const remove = async (parts: MediaWork, { run, read, signal, log }: EffectContext): Promise<undefined> => {
  const video = await read((tx) => readVideo(tx, run.subjectId))
  const id = video?.providerVideoId
  if (!video || !id) return
  try {
    await withVideoJobs(parts, read, video, (jobs) => jobs.remove(id, signal))
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    log.warn({ video: video.id, code: error.code }, 'Provider did not remove a video')
  }
}
