import type { JobKind } from '../provider-jobs/index.ts'
import { endVideo } from './end-video.ts'
import { videoRun } from './graph.ts'
import { deadlineMs, isOpen, pollDelayMs } from './rules/videos.ts'
import { readVideo, videoJobs } from './store-videos.ts'
import type { VideoRow } from './tables.ts'

/** A video as a job at its provider. */
export const videoJob: JobKind<'ai-video', VideoRow> = {
  name: 'video',
  at: videoRun.at,
  statements: videoJobs,
  deadlineMs,
  pollDelayMs,
  find: readVideo,
  isOpen: ({ status }) => isOpen(status),
  providerId: ({ providerVideoId }) => providerVideoId,
  isPerhapsBilled: ({ sentAt }) => sentAt !== null,
  end: (tx, video, end, now) => endVideo(tx, video, { ...end, assetId: null, now }),
}
