import {
  codeOf,
  ModelFailure,
  type ModelGateway,
  type ProviderBatches,
  type ProviderBatchState,
} from '../../../../execution/models/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { cancellation, polling, submission } from '../../provider-jobs/index.ts'
import { endBatch, type BatchEnd, batchJob } from '../end-batch.ts'
import { batchRun } from '../graph.ts'
import { callOfItem, keepFailure, keepResult } from '../keep-result.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchWork } from '../choose-model.ts'
import { sentIdOf, seqOf } from '../rules.ts'
import type { BatchView } from '../store.ts'
import { openItem, openItems, type OpenItem } from '../store-items.ts'
import { addStrays } from '../store-work.ts'

/** Submits a batch with its items to its provider. */
export const submitStep = (parts: BatchWork) =>
  batchRun.step(
    'submit',
    submission(batchJob, async ({ read, signal }, batch, perhapsSentSince) => {
      const submitted = await withBatches(parts, read, batch, async (batches, gateway) => {
        const open = await read((tx) => openItems(tx, { batchId: batch.id, after: -1, rows: batch.total }))
        const items = open.map((item) => ({
          customId: sentIdOf(batch.id, item.seq),
          body: callOfItem(gateway, batch, item).body,
        }))
        const id = await batches.submit({ id: batch.id, items, perhapsSentSince }, signal)
        return id === undefined ? ('submission_unknown' as const) : { id }
      })
      return submitted ?? 'model_removed'
    }),
  )

/** A batch that its provider has ended; `malformed` lines of results cannot be read, `strays` belong to no item. */
type Outcome =
  | { readonly kind: 'failed' }
  | { readonly kind: 'ended'; readonly malformed: number; readonly strays: number }

/** Polls a batch at its provider; once the batch has ended, stores each result once. */
export const pollStep = (parts: BatchWork) =>
  batchRun.step(
    'poll',
    polling(batchJob, {
      ask: (context, batch, { providerId, isLate }) =>
        withBatches(parts, context.read, batch, async (batches, gateway) => {
          const { signal } = context
          const state = await batches.state(providerId, signal)
          if (state.status === 'working' && (await isLate())) await batches.cancel(providerId, signal)
          if (state.status !== 'ended') return { kind: state.status }
          return collect(parts, context, batch, { batches, gateway, state })
        }),
      settle: async (tx, batch, outcome: Outcome, now) => {
        if (outcome.kind === 'ended') await addStrays(tx, { id: batch.id, strays: outcome.strays + outcome.malformed })
        await endBatch(tx, batch, endAfter(outcome), now)
      },
    }),
  )

const endAfter = (outcome: Outcome): BatchEnd =>
  outcome.kind === 'ended'
    ? // An item without a word of the provider is not billed; an unreadable line may have been its result.
      { status: 'ended', failure: null, restFailure: 'no_result', isRestBilled: outcome.malformed > 0 }
    : { status: 'failed', failure: 'provider_refused', restFailure: 'provider_refused', isRestBilled: false }

/** Cancels a batch at its provider, and settles it: its items may be billed. */
export const cancelledStep = (parts: BatchWork) =>
  batchRun.step(
    'cancelled',
    cancellation(batchJob, ({ read, signal }, batch, id) =>
      withBatches(parts, read, batch, (batches) => batches.cancel(id, signal)),
    ),
  )

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
): Promise<Outcome | { readonly kind: 'trouble' }> => {
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
    const item = seq === undefined ? undefined : await context.read((tx) => openItem(tx, { batchId: batch.id, seq }))
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

const keepAnswer = async (
  parts: BatchWork,
  context: EffectContext,
  batch: BatchView,
  { gateway, item, answer }: { readonly gateway: ModelGateway; readonly item: OpenItem; readonly answer: string },
) => {
  try {
    await keepResult(parts, context, batch, item, callOfItem(gateway, batch, item).read(answer))
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    await keepFailure(context, batch.id, item, { code: codeOf(error), isBilled: true })
  }
}
