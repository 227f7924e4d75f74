import {
  codeOf,
  ModelFailure,
  type ModelGateway,
  type ProviderBatches,
  type ProviderBatchState,
} from '../../../../execution/models/index.ts'
import { finish, goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { endBatch, type BatchEnd } from '../end-batch.ts'
import { batchRun } from '../graph.ts'
import { callOfItem, keepFailure, keepResult } from '../keep-result.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchWork } from '../parts.ts'
import { deadlineMs, failuresMost, isOpen, pollDelayMs, seqOf } from '../rules.ts'
import { readBatch, type BatchView } from '../store.ts'
import { openItem } from '../store-items.ts'
import { addStrays, setPolled } from '../store-work.ts'

type Outcome =
  | { readonly kind: 'over' | 'working' | 'trouble' | 'removed' | 'failed' }
  | { readonly kind: 'ended'; readonly malformed: number; readonly strays: number }

/** Asks a provider about a batch, again and again; once it has ended, takes its results, each of them once. */
export const pollStep = (parts: BatchWork) =>
  batchRun.step('poll', {
    effect: (context) => poll(parts, context),
    commit: async ({ tx, run, now }, outcome) => {
      const batch = await readBatch(tx, run.subjectId)
      if (!batch || outcome.kind === 'over') return finish()
      const hasFailed = outcome.kind === 'trouble'
      const { polls = 0, failures = 0 } = (await setPolled(tx, batch.id, hasFailed, now)) ?? {}
      if ((outcome.kind === 'working' || (hasFailed && failures < failuresMost)) && !isLate(batch, now))
        return goTo(batchRun.at.poll, {}, { delayMs: pollDelayMs(hasFailed ? failures : polls, Math.random()) })
      if (outcome.kind === 'ended') await addStrays(tx, batch.id, outcome.strays + outcome.malformed)
      await endBatch(tx, batch, endAfter(outcome, isLate(batch, now)), now)
      return finish()
    },
  })

const isLate = ({ createdAt }: BatchView, now: Date) => now.getTime() - createdAt.getTime() > deadlineMs

const endAfter = (outcome: Outcome, isTooLate: boolean): BatchEnd => {
  if (outcome.kind === 'ended')
    // An item without a word of the provider is not billed; an unreadable line may have been its result.
    return { status: 'ended', failure: null, restFailure: 'no_result', isRestBilled: outcome.malformed > 0 }
  if (outcome.kind === 'failed')
    return { status: 'failed', failure: 'provider_refused', restFailure: 'provider_refused', isRestBilled: false }
  const failure = isTooLate ? 'too_late' : outcome.kind === 'removed' ? 'model_removed' : 'provider_unavailable'
  return { status: 'failed', failure, restFailure: failure, isRestBilled: true }
}

const poll = async (parts: BatchWork, context: EffectContext): Promise<Outcome> => {
  const { run, read, signal } = context
  const batch = await read((tx) => readBatch(tx, run.subjectId))
  if (!batch || !isOpen(batch.status) || batch.providerBatchId === null) return { kind: 'over' }
  const { providerBatchId } = batch
  try {
    const outcome = await withBatches(parts, read, batch, async (batches, gateway) => {
      const state = await batches.state(providerBatchId, signal)
      if (state.status === 'working' && isLate(batch, await read((tx) => tx.now())))
        await batches.cancel(providerBatchId, signal)
      if (state.status !== 'ended') return { kind: state.status }
      return collect(parts, context, batch, { batches, gateway, state })
    })
    return outcome ?? { kind: 'removed' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFailure) return { kind: 'trouble' }
    throw error
  }
}

interface Results {
  readonly batches: ProviderBatches
  readonly gateway: ModelGateway
  readonly state: ProviderBatchState
}

const collect = async (
  parts: BatchWork,
  context: EffectContext,
  batch: BatchView,
  { batches, gateway, state }: Results,
): Promise<Outcome> => {
  let known = 0
  let strays = 0
  let malformed = 0
  for await (const result of batches.results(state, context.signal)) {
    if (result.kind === 'malformed') {
      malformed += 1
      continue
    }
    known += 1
    const seq = seqOf(batch.id, result.customId)
    const item = seq === undefined ? undefined : await context.read((tx) => openItem(tx, batch.id, seq))
    if (!item) {
      // A result of an item that already has a result, from before a process died, or of an unknown item.
      strays += seq === undefined ? 1 : 0
      continue
    }
    if (result.kind === 'failure') await keepFailure(context, batch.id, item, { code: result.code, isBilled: false })
    else await keepAnswer(parts, context, batch, { gateway, item, answer: result.answer })
  }
  return known === 0 && malformed > 0 ? { kind: 'trouble' } : { kind: 'ended', malformed, strays }
}

interface AnsweredItem {
  readonly gateway: ModelGateway
  readonly item: NonNullable<Awaited<ReturnType<typeof openItem>>>
  readonly answer: string
}

const keepAnswer = async (
  parts: BatchWork,
  context: EffectContext,
  batch: BatchView,
  { gateway, item, answer }: AnsweredItem,
) => {
  try {
    await keepResult(parts, context, batch, item, callOfItem(gateway, batch, item).read(answer))
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    await keepFailure(context, batch.id, item, { code: codeOf(error), isBilled: true })
  }
}
