import { Readable } from 'node:stream'
import { mediaMostBytes, type VideoJobs } from '../../../../execution/media/index.ts'
import { ModelFailure } from '../../../../execution/models/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { checkedContent, recordAsset, storeAsset, TypeDiffersError } from '../../assets/index.ts'
import { cancellation, polling, submission } from '../../provider-jobs/index.ts'
import { endVideo, videoJob } from '../end-video.ts'
import { videoRun } from '../graph.ts'
import type { MediaWork } from '../shown-pictures.ts'
import { isTaken, setPercent } from '../store-videos.ts'
import type { VideoRow } from '../tables.ts'
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

type Outcome =
  | { readonly kind: 'working'; readonly percent: number | null }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'too_large' }

/** Polls a job at its provider; stores the finished video, and ends the job with it. */
export const pollStep = (parts: MediaWork) => {
  const { effect, commit } = polling(videoJob, {
    ask: (context, video, job) => ask(parts, context, video, job).catch(toOutcome(context.signal)),
    // A provider does not bill a video that it could not make.
    settle: (tx, video, outcome: Outcome, now) =>
      outcome.kind === 'failed'
        ? videoJob.end(tx, video, { status: 'failed', failure: outcome.code, isBilled: false }, now)
        : videoJob.end(tx, video, { status: 'failed', failure: outcome.kind, isBilled: true }, now),
  })
  return videoRun.step('poll', {
    effect,
    commit: async (context, outcome) => {
      if ('percent' in outcome && outcome.percent !== null)
        await setPercent(context.tx, { id: context.run.subjectId, percent: outcome.percent })
      return commit(context, outcome)
    },
  })
}

/** Removes a video at its provider, and settles its job: a submitted video may be billed. */
export const cancelledStep = (parts: MediaWork) =>
  videoRun.step(
    'cancelled',
    cancellation(videoJob, ({ read, signal }, video, id) =>
      withVideoJobs(parts, read, video, (jobs) => jobs.remove(id, signal)),
    ),
  )

const ask = (
  parts: MediaWork,
  context: EffectContext,
  video: VideoRow,
  { providerId, isLate }: { readonly providerId: string; isLate(): Promise<boolean> },
) =>
  withVideoJobs(parts, context.read, video, async (jobs): Promise<Outcome | { readonly kind: 'over' }> => {
    const { signal } = context
    const state = await jobs.state(providerId, signal)
    if (state.status === 'working') {
      if (await isLate()) await jobs.remove(providerId, signal)
      return { kind: 'working', percent: state.percent }
    }
    if (state.status === 'failed') return { kind: 'failed', code: state.code }
    await storeVideo(parts, context, video, jobs.content(providerId, signal))
    return { kind: 'over' }
  })

const toOutcome = (signal: AbortSignal) => (error: unknown) => {
  signal.throwIfAborted()
  if (error instanceof TypeDiffersError) return { kind: 'trouble' } as const
  if (error instanceof ModelFailure && error.code === 'provider_too_large') return { kind: 'too_large' } as const
  throw error
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
