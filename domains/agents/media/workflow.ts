import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { endVideo } from './end-video.ts'
import { videoRun } from './graph.ts'
import type { MediaWork } from './parts.ts'
import { isOpen } from './rules/videos.ts'
import { cancelledStep } from './steps/cancelled.ts'
import { pollStep } from './steps/poll.ts'
import { submitStep } from './steps/submit.ts'
import { readVideo } from './store-videos.ts'

/** The making of one video. */
export const videoWorkflow = (parts: MediaWork) =>
  videoRun.workflow({
    first: 'submit',
    cancelled: 'cancelled',
    steps: { submit: submitStep(parts), poll: pollStep(parts), cancelled: cancelledStep(parts) },
    ended,
  })

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status !== 'failed') return
  const video = await readVideo(tx, run.subjectId)
  if (!video || !isOpen(video.status)) return
  const isBilled = video.sentAt !== null
  await endVideo(tx, video, { status: 'failed', failure: 'internal', assetId: null, isBilled, now })
}
