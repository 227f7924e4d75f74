import { Readable } from 'node:stream'
import { mediaMostBytes, type VideoJobs } from '../../../../execution/media/index.ts'
import { ModelFailure } from '../../../../execution/models/index.ts'
import { finish, goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { checkedContent, recordAsset, storeAsset, TypeDiffersError } from '../../assets/index.ts'
import { endVideo } from '../end-video.ts'
import { videoRun } from '../graph.ts'
import type { MediaWork } from '../parts.ts'
import { deadlineMs, failuresMost, isOpen, pollDelayMs } from '../rules/videos.ts'
import { readVideo, setPolled } from '../store-videos.ts'
import type { VideoRow } from '../tables.ts'
import { withVideoJobs } from '../with-video.ts'

type Outcome =
  | { readonly kind: 'over' | 'trouble' | 'removed' | 'too_large' }
  | { readonly kind: 'working'; readonly percent: number | null }
  | { readonly kind: 'failed'; readonly code: string }

/** Polls a job at its provider; stores the finished video, and ends the job with it. */
export const pollStep = (parts: MediaWork) =>
  videoRun.step('poll', {
    effect: (context) => poll(parts, context),
    commit: async ({ tx, run, now }, outcome) => {
      const video = await readVideo(tx, run.subjectId)
      if (!video || outcome.kind === 'over') return finish()
      const hasFailed = outcome.kind === 'trouble'
      const percent = outcome.kind === 'working' ? outcome.percent : null
      const { polls = 0, failures = 0 } = (await setPolled(tx, video.id, { hasFailed, percent, now })) ?? {}
      if ((outcome.kind === 'working' || (hasFailed && failures < failuresMost)) && !isLate(video, now))
        return goTo(videoRun.at.poll, {}, { delayMs: pollDelayMs(hasFailed ? failures : polls, Math.random()) })
      // A provider does not bill a video that it could not make.
      const isBilled = outcome.kind !== 'failed'
      const failure = failureAfter(outcome, isLate(video, now))
      await endVideo(tx, video, { status: 'failed', failure, assetId: null, isBilled, now })
      return finish()
    },
  })

const isLate = ({ createdAt }: VideoRow, now: Date) => now.getTime() - createdAt.getTime() > deadlineMs

const failureAfter = (outcome: Outcome, isTooLate: boolean): string => {
  if (outcome.kind === 'failed') return outcome.code
  if (outcome.kind === 'too_large') return 'too_large'
  if (isTooLate) return 'too_late'
  return outcome.kind === 'removed' ? 'model_removed' : 'provider_unavailable'
}

const poll = async (parts: MediaWork, context: EffectContext): Promise<Outcome> => {
  const { run, read, signal } = context
  const video = await read((tx) => readVideo(tx, run.subjectId))
  if (!video || !isOpen(video.status) || video.providerVideoId === null) return { kind: 'over' }
  const { providerVideoId } = video
  try {
    const outcome = await withVideoJobs(parts, read, video, async (jobs): Promise<Outcome> => {
      const state = await jobs.state(providerVideoId, signal)
      if (state.status === 'working') {
        if (isLate(video, await read((tx) => tx.now()))) await jobs.remove(providerVideoId, signal)
        return { kind: 'working', percent: state.percent }
      }
      if (state.status === 'failed') return { kind: 'failed', code: state.code }
      await storeVideo(parts, context, video, jobs.content(providerVideoId, signal))
      return { kind: 'over' }
    })
    return outcome ?? { kind: 'removed' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TypeDiffersError) return { kind: 'trouble' }
    if (!(error instanceof ModelFailure)) throw error
    return error.code === 'provider_too_large' ? { kind: 'too_large' } : { kind: 'trouble' }
  }
}

/** Stores a video, and ends its job in the transaction that makes it an asset. */
const storeVideo = (
  parts: MediaWork,
  { run, write, signal }: EffectContext,
  video: VideoRow,
  content: ReturnType<VideoJobs['content']>,
): Promise<boolean> => {
  const mediaType = 'video/mp4'
  const checked = checkedContent(Readable.from(content, { objectMode: false }), mediaType)
  const bounds = { maxBytes: mediaMostBytes.video, signal }
  return storeAsset(parts, run.workspaceId, checked, bounds, (stored) =>
    write(async (tx) => {
      const now = await tx.now()
      const asset = await recordAsset(tx, stored, { mediaType, origin: 'media', createdBy: video.createdBy }, now)
      return endVideo(tx, video, { status: 'succeeded', failure: null, assetId: asset.id, isBilled: true, now })
    }),
  )
}
