import { submission } from '../../provider-jobs/index.ts'
import { batchRun } from '../graph.ts'
import { batchJob } from '../end-batch.ts'
import { callOfItem } from '../keep-result.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchWork } from '../choose-model.ts'
import { sentIdOf } from '../rules.ts'
import { openItems } from '../store-items.ts'

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
