import { submission } from '../../provider-jobs/index.ts'
import { videoRun } from '../graph.ts'
import type { MediaWork } from '../shown-pictures.ts'
import { isTaken } from '../store-videos.ts'
import { videoJob } from '../end-video.ts'
import { withVideoJobs } from '../choose-model.ts'

/** Submits a video to its provider. */
export const submitStep = (parts: MediaWork) =>
  videoRun.step(
    'submit',
    submission(videoJob, async ({ read, signal }, video, perhapsSentSince) => {
      const { prompt, seconds, ratioPercent } = video
      if (prompt === null) return 'prompt_removed'
      const order = {
        prompt,
        seconds,
        ratio: ratioPercent === null ? undefined : ratioPercent / 100,
        perhapsSentSince,
        isTaken: (id: string) => read((tx) => isTaken(tx, { id: video.id, providerVideoId: id })),
      }
      const submitted = await withVideoJobs(parts, read, video, async (jobs) => {
        const id = await jobs.submit(order, signal)
        return id === undefined ? ('submission_unknown' as const) : { id }
      })
      return submitted ?? 'model_removed'
    }),
  )
