import { cancellation } from '../../provider-jobs/index.ts'
import { batchRun } from '../graph.ts'
import { batchJob } from '../end-batch.ts'
import { withBatches } from '../open-batch.ts'
import type { BatchWork } from '../choose-model.ts'

/** Cancels a batch at its provider, and settles it: its items may be billed. */
export const cancelledStep = (parts: BatchWork) =>
  batchRun.step(
    'cancelled',
    cancellation(batchJob, ({ read, signal }, batch, id) =>
      withBatches(parts, read, batch, (batches) => batches.cancel(id, signal)),
    ),
  )
