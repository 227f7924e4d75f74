import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { endBatch } from './end-batch.ts'
import { batchRun } from './graph.ts'
import type { BatchWork } from './parts.ts'
import { isOpen } from './rules.ts'
import { cancelledStep } from './steps/cancelled.ts'
import { pollStep } from './steps/poll.ts'
import { submitStep } from './steps/submit.ts'
import { workStep } from './steps/work.ts'
import { readBatch } from './store.ts'

/** The carrying out of one batch. */
export const batchWorkflow = (parts: BatchWork) =>
  batchRun.workflow({
    first: 'submit',
    cancelled: 'cancelled',
    steps: {
      submit: submitStep(parts),
      poll: pollStep(parts),
      work: workStep(parts),
      cancelled: cancelledStep(parts),
    },
    ended,
  })

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status !== 'failed') return
  const batch = await readBatch(tx, run.subjectId)
  if (!batch || !isOpen(batch.status)) return
  const isRestBilled = batch.route === 'provider' && batch.sentAt !== null
  await endBatch(tx, batch, { status: 'failed', failure: 'internal', restFailure: 'internal', isRestBilled }, now)
}
