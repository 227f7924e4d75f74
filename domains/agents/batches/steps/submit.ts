import { codeOf, ModelFailure, type SentItem } from '../../../../execution/models/index.ts'
import { finish, goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { endBatch } from '../end-batch.ts'
import { batchRun } from '../graph.ts'
import { callOfItem } from '../keep-result.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchWork } from '../parts.ts'
import { failuresMost, pollDelayMs, sentIdOf } from '../rules.ts'
import { readBatch } from '../store.ts'
import { openItems } from '../store-items.ts'
import { beginSending, setPolled, setSubmitted } from '../store-work.ts'

type Outcome =
  | { readonly kind: 'over' }
  | { readonly kind: 'submitted'; readonly id: string }
  | { readonly kind: 'trouble' }
  | { readonly kind: 'refused'; readonly code: string; readonly isBilled: boolean }

/** Submits a batch to its provider. If the process dies here, the next one looks for the sent batch. */
export const submitStep = (parts: BatchWork) =>
  batchRun.step('submit', {
    effect: (context) => submit(parts, context),
    commit: async ({ tx, run, now }, outcome) => {
      const batch = await readBatch(tx, run.subjectId)
      if (!batch || outcome.kind === 'over') return finish()
      if (outcome.kind === 'submitted') {
        await setSubmitted(tx, batch.id, outcome.id)
        return goTo(batchRun.at.poll, {}, { delayMs: pollDelayMs(0, Math.random()) })
      }
      const { failures = 1 } = outcome.kind === 'trouble' ? ((await setPolled(tx, batch.id, true, now)) ?? {}) : {}
      if (outcome.kind === 'trouble' && failures < failuresMost)
        return goTo(batchRun.at.submit, {}, { delayMs: pollDelayMs(failures, Math.random()) })
      const { code, isBilled } = outcome.kind === 'refused' ? outcome : { code: 'provider_unavailable', isBilled: true }
      await endBatch(tx, batch, { status: 'failed', failure: code, restFailure: code, isRestBilled: isBilled }, now)
      return finish()
    },
  })

const submit = async (parts: BatchWork, context: EffectContext): Promise<Outcome> => {
  const { run, read, write, signal } = context
  const batch = await read((tx) => readBatch(tx, run.subjectId))
  const begun = await write(async (tx) => beginSending(tx, run.subjectId, await tx.now()))
  if (!batch || !begun) return { kind: 'over' }
  const perhapsSentSince = begun.isFirst ? undefined : begun.sentAt
  try {
    const id = await withBatches(parts, read, batch, async (batches, gateway) => {
      const items: SentItem[] = []
      for (const item of await read((tx) => openItems(tx, batch.id, -1, batch.total)))
        items.push({ customId: sentIdOf(batch.id, item.seq), body: callOfItem(gateway, batch, item).body })
      return (await batches.submit({ id: batch.id, items, perhapsSentSince }, signal)) ?? null
    })
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
