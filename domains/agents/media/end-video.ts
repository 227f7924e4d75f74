import { byServer, record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { settleCall } from '../spending/index.ts'
import { payerOf } from './pay.ts'
import { endVideoRow, type VideoEnd, readVideo, videoJobs } from './store-videos.ts'
import type { VideoRow } from './tables.ts'
import type { JobKind } from '../provider-jobs/index.ts'
import { videoRun } from './graph.ts'
import { deadlineMs, isOpen, pollDelayMs } from './rules/videos.ts'

/** Audit actions that the runs of video jobs write. */
export const videoJobActions = ['ai_video.end'] as const

interface VideoEnding extends Pick<VideoEnd, 'status' | 'failure' | 'assetId' | 'now'> {
  /** Whether it may have been billed: a video costs by its length, which is known from the start. */
  readonly isBilled: boolean
}

/** Ends a job once, and settles its reservation. False if it has ended before. */
export const endVideo = async (
  tx: Transaction,
  video: VideoRow,
  { isBilled, ...ending }: VideoEnding,
): Promise<boolean> => {
  const costMicros = isBilled ? video.reservedMicros : 0
  const shown = video.isPriced || !isBilled ? costMicros : null
  const ended = await endVideoRow(tx, { ...ending, id: video.id, costMicros: shown })
  if (!ended) return false
  const { status, failure } = ending
  const details = { status, costMicros: shown, ...(failure !== null && { failure }) }
  record(
    tx,
    {
      action: videoJobActions[0],
      category: 'execute',
      outcome: status === 'failed' ? 'failure' : 'success',
      ...byServer,
      resource: ['ai_video', video.id],
      details,
    },
    { name: 'ai_video.ended', entity: ['ai_video', video.id], payload: details },
  )
  const settlement = { status: 'finished', costMicros, usage: undefined, response: Buffer.alloc(0) } as const
  await settleCall(tx, video.callId, videoPayer(tx.workspace!, video), settlement)
  return true
}

const videoPayer = (workspace: string, { projectId, endpointId, createdBy }: VideoRow) =>
  payerOf({ workspace, projectId, endpointId: endpointId ?? undefined, userId: createdBy })

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
