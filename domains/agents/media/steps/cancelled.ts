import { cancellation } from '../../provider-jobs/index.ts'
import { videoRun } from '../graph.ts'
import type { MediaWork } from '../shown-pictures.ts'
import { videoJob } from '../end-video.ts'
import { withVideoJobs } from '../choose-model.ts'

/** Removes a video at its provider, and settles its job: a submitted video may be billed. */
export const cancelledStep = (parts: MediaWork) =>
  videoRun.step(
    'cancelled',
    cancellation(videoJob, ({ read, signal }, video, id) =>
      withVideoJobs(parts, read, video, (jobs) => jobs.remove(id, signal)),
    ),
  )
