import type { Engine, EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { batches } from './contract.ts'
import { batchJobActions, endBatch } from './end-batch.ts'
import type { BatchWork } from './parts.ts'
import routes from './handlers.ts'
import {
  batchesDueIn,
  batchesOfPerson,
  findBatch,
  forgetBatchKeys,
  openBatchesOf,
  purgeBatches,
  removeOldBatches,
  readBatch,
} from './store.ts'
import { batchRun } from './graph.ts'
import { isOpen } from './rules.ts'
import { cancelledStep } from './steps/cancelled.ts'
import { pollStep } from './steps/poll.ts'
import { submitStep } from './steps/submit.ts'
import { workStep } from './steps/work.ts'

/** Carries out one batch. */
const batchWorkflow = (parts: BatchWork) =>
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

export default domain({
  name: 'batches',
  contract: batches,
  handlers: routes,
  kinds: { ai_batch: async (tx, id, caller) => (await findBatch(tx, caller, id)) && { projectId: null } },
  workflows: (parts: BatchWork) => [batchWorkflow(parts)],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: async (tx, projectId) => {
      for (const { runId } of await openBatchesOf(tx, projectId)) if (runId !== null) await engine.cancel(tx, runId)
    },
    purge: purgeBatches,
  }),
  person: {
    exportIn: async (tx, { userId }) => ({ aiBatches: await batchesOfPerson(tx, userId) }),
    eraseIn: (tx, { userId }) => forgetBatchKeys(tx, userId),
  },
  retention: [{ kind: 'aiBatches', dueIn: batchesDueIn, remove: removeOldBatches }],
  jobActions: batchJobActions,
})
