import { ModelFailure } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { pollAiBatch } from '../contract.ts'
import { batchRun } from '../graph.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchParts } from '../parts.ts'
import { presentBatch } from '../present.ts'
import { isOpen } from '../rules.ts'
import { findBatch, lockBatch, setBatchRun } from '../store.ts'
import { setPolled } from '../store-work.ts'

export default (parts: BatchParts) =>
  handle(pollAiBatch, async ({ caller, workspace, params, signal, read, commit, absent, fail }) => {
    const batch = (await read((tx) => findBatch(tx, caller, params.id))) ?? absent()
    const { providerBatchId } = batch
    if (!isOpen(batch.status) || providerBatchId === null)
      return commit(async ({ ok }) =>
        ok({ polled: false, batch: presentBatch(batch) }, { resource: ['ai_batch', batch.id], repeated: true }),
      )
    const state =
      (await withBatches(parts, read, batch, (batches) => batches.state(providerBatchId, signal)).catch(
        (error: unknown) => {
          if (error instanceof ModelFailure) return fail.upstream()
          throw error
        },
      )) ?? fail.disabled()
    return commit(async ({ tx, now, ok }) => {
      const locked = await lockBatch(tx, batch.id)
      await setPolled(tx, batch.id, false, now)
      // The run takes the results, which it may be waiting to do.
      if (state.status !== 'working' && locked && isOpen(locked.status)) {
        const { graph: kind, name: first } = batchRun.at.poll
        const run = await parts.engine.start(tx, { workspaceId: workspace, kind, subjectId: batch.id, first })
        await setBatchRun(tx, batch.id, run.id)
      }
      const polled = (await findBatch(tx, caller, batch.id)) ?? absent()
      const metadata = { status: state.status, done: state.done }
      return ok({ polled: true, batch: presentBatch(polled) }, { resource: ['ai_batch', batch.id], metadata })
    })
  })
