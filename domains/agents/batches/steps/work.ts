import { codeOf, ModelFailure, type ModelGateway } from '../../../../execution/models/index.ts'
import { finish, goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { endBatch } from '../end-batch.ts'
import { batchRun } from '../graph.ts'
import { callOfItem, keepFailure, keepResult } from '../keep-result.ts'
import { withBatch } from '../open-batch.ts'
import type { BatchWork } from '../choose-model.ts'
import { deadlineMs, isOpen, itemsAtOnce, pollDelayMs, triesMost } from '../rules.ts'
import { readBatch, type BatchView } from '../store.ts'
import { claimItems, endInterrupted, openItems, returnItem, type OpenItem } from '../store-items.ts'
import { setWorking } from '../store-work.ts'

type Outcome =
  | { readonly kind: 'over' | 'removed' }
  /** The highest `tries` of the sent items if the endpoint has too much to do; else 0. */
  | { readonly kind: 'worked'; readonly tries: number }

/** Calls a few items of a batch, each once; more of them in the next step. */
export const workStep = (parts: BatchWork) =>
  batchRun.step('work', {
    effect: (context) => workOn(parts, context),
    commit: async ({ tx, run, now }, outcome) => {
      const batch = await readBatch(tx, run.subjectId)
      if (!batch || outcome.kind === 'over') return finish()
      const isLate = now.getTime() - batch.createdAt.getTime() > deadlineMs
      const isLeft = (await openItems(tx, { batchId: batch.id, after: -1, rows: 1 })).length > 0
      if (outcome.kind === 'worked' && isLeft && !isLate) {
        const delayMs = outcome.tries === 0 ? 0 : pollDelayMs(outcome.tries - 1, Math.random())
        return goTo(batchRun.at.work, {}, { delayMs })
      }
      const failure = outcome.kind === 'removed' ? 'model_removed' : isLeft ? 'too_late' : null
      const status = failure === null ? 'ended' : 'failed'
      await endBatch(tx, batch, { status, failure, restFailure: failure ?? 'no_result', isRestBilled: false }, now)
      return finish()
    },
  })

const workOn = async (parts: BatchWork, context: EffectContext): Promise<Outcome> => {
  const { run, read, write } = context
  const batch = await read((tx) => readBatch(tx, run.subjectId))
  if (!batch || !isOpen(batch.status)) return { kind: 'over' }
  const worked = await withBatch(parts, read, batch, async (gateway) => {
    const items = await write(async (tx) => {
      await setWorking(tx, { id: batch.id })
      await endInterrupted(tx, { batchId: batch.id })
      return claimItems(tx, { batchId: batch.id, rows: itemsAtOnce })
    })
    const tries = await Promise.all(items.map((item) => send(parts, context, batch, { gateway, item })))
    return Math.max(0, ...tries)
  })
  return worked === undefined ? { kind: 'removed' } : { kind: 'worked', tries: worked }
}

/** Sends one item, and returns how often it was sent if it has to wait. */
const send = async (
  parts: BatchWork,
  context: EffectContext,
  batch: BatchView,
  { gateway, item }: { readonly gateway: ModelGateway; readonly item: OpenItem },
): Promise<number> => {
  try {
    const once = { ...gateway, parts: { ...gateway.parts, retries: { ...gateway.parts.retries, attempts: 1 } } }
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(gateway.parts.callMs)])
    await keepResult(parts, context, batch, item, await callOfItem(once, batch, item).send(signal))
    return 0
  } catch (error) {
    // Calls under way when this process stops may have been billed: its successor ends them.
    context.signal.throwIfAborted()
    if (!(error instanceof ModelFailure)) throw error
    if (error.retryable && error.billed === 'nothing' && item.tries < triesMost) {
      await context.write((tx) => returnItem(tx, { batchId: batch.id, seq: item.seq }))
      return item.tries
    }
    await keepFailure(context, batch.id, item, { code: codeOf(error), isBilled: error.billed === 'perhaps' })
    return 0
  }
}
