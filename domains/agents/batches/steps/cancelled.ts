import { finish, type EffectContext } from '../../../../platform/jobs/index.ts'
import { ModelFailure } from '../../../../execution/models/index.ts'
import { endBatch } from '../end-batch.ts'
import { batchRun } from '../graph.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchWork } from '../parts.ts'
import { isOpen } from '../rules.ts'
import { readBatch } from '../store.ts'

/** Ends a batch at the provider, and settles it: its items may be billed. */
export const cancelledStep = (parts: BatchWork) =>
  batchRun.step('cancelled', {
    effect: (context) => cancel(parts, context),
    commit: async ({ tx, run, now }) => {
      const batch = await readBatch(tx, run.subjectId)
      if (!batch || !isOpen(batch.status) || batch.runId !== run.id) return finish()
      const isRestBilled = batch.route === 'provider' && batch.sentAt !== null
      await endBatch(tx, batch, { status: 'cancelled', failure: null, restFailure: null, isRestBilled }, now)
      return finish()
    },
  })

const cancel = async (parts: BatchWork, { run, read, signal, log }: EffectContext): Promise<undefined> => {
  const batch = await read((tx) => readBatch(tx, run.subjectId))
  const id = batch?.providerBatchId
  // A run that was replaced by a newer one of its batch leaves the batch to it.
  if (!batch || !id || batch.runId !== run.id) return
  try {
    await withBatches(parts, read, batch, (batches) => batches.cancel(id, signal))
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    log.warn({ batch: batch.id, code: error.code }, 'Provider did not cancel a batch')
  }
}
