import { codeOf, ModelFailure } from '../../../../execution/models/index.ts'
import { finish, goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { endVideo } from '../end-video.ts'
import { videoRun } from '../graph.ts'
import type { MediaWork } from '../parts.ts'
import { failuresMost, pollDelayMs } from '../rules/videos.ts'
import { beginSending, isTaken, readVideo, setGenerating, setPolled } from '../store-videos.ts'
import { withVideoJobs } from '../with-video.ts'

type Outcome =
  | { readonly kind: 'over' | 'trouble' }
  | { readonly kind: 'submitted'; readonly id: string }
  | { readonly kind: 'refused'; readonly code: string; readonly isBilled: boolean }

/** Submits a job to its provider. If the process dies here, the next one looks for the submitted job. */
export const submitStep = (parts: MediaWork) =>
  videoRun.step('submit', {
    effect: (context) => submit(parts, context),
    commit: async ({ tx, run, now }, outcome) => {
      const video = await readVideo(tx, run.subjectId)
      if (!video || outcome.kind === 'over') return finish()
      if (outcome.kind === 'submitted') {
        await setGenerating(tx, video.id, outcome.id)
        return goTo(videoRun.at.poll, {}, { delayMs: pollDelayMs(0, Math.random()) })
      }
      if (outcome.kind === 'trouble') {
        const { failures = 1 } = (await setPolled(tx, video.id, { hasFailed: true, now })) ?? {}
        if (failures < failuresMost)
          return goTo(videoRun.at.submit, {}, { delayMs: pollDelayMs(failures, Math.random()) })
      }
      const { code, isBilled } = outcome.kind === 'refused' ? outcome : { code: 'provider_unavailable', isBilled: true }
      await endVideo(tx, video, { status: 'failed', failure: code, assetId: null, isBilled, now })
      return finish()
    },
  })

const submit = async (parts: MediaWork, { run, read, write, signal }: EffectContext): Promise<Outcome> => {
  const video = await read((tx) => readVideo(tx, run.subjectId))
  const begun = await write(async (tx) => beginSending(tx, run.subjectId, await tx.now()))
  if (!video || !begun) return { kind: 'over' }
  if (video.prompt === null) return { kind: 'refused', code: 'prompt_removed', isBilled: !begun.isFirst }
  const { prompt, seconds, ratioPercent } = video
  const order = {
    prompt,
    seconds,
    ratio: ratioPercent === null ? undefined : ratioPercent / 100,
    perhapsSentSince: begun.isFirst ? undefined : begun.sentAt,
    isTaken: (id: string) => read((tx) => isTaken(tx, video.id, id)),
  }
  try {
    const id = await withVideoJobs(parts, read, video, async (jobs) => (await jobs.submit(order, signal)) ?? null)
    if (id === undefined) return { kind: 'refused', code: 'model_removed', isBilled: !begun.isFirst }
    if (id === null) return { kind: 'refused', code: 'submission_unknown', isBilled: true }
    return { kind: 'submitted', id }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ModelFailure)) throw error
    const isFinal = error.upstream !== undefined && !error.retryable
    return isFinal ? { kind: 'refused', code: codeOf(error), isBilled: !begun.isFirst } : { kind: 'trouble' }
  }
}
