import type { Engine } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { cancelOpenJobs, whenEngineEnds } from '../provider-jobs/index.ts'
import { batches } from './contract.ts'
import { batchJobActions, batchJob } from './end-batch.ts'
import type { BatchWork } from './choose-model.ts'
import handlers from './handlers.ts'
import { batchesOfPerson, findBatch, clearBatchKeys } from './store.ts'
import { batchJobs } from './store-work.ts'
import { batchRun } from './graph.ts'
import { cancelledStep, pollStep, submitStep } from './steps/at-provider.ts'
import { workStep } from './steps/work.ts'

export default domain({
  name: 'batches',
  contract: batches,
  handlers,
  kinds: { ai_batch: async (tx, id, caller) => (await findBatch(tx, caller, id)) && { projectId: null } },
  workflows: (parts: BatchWork) => [
    batchRun.workflow({
      first: 'submit',
      cancelled: 'cancelled',
      steps: {
        submit: submitStep(parts),
        poll: pollStep(parts),
        work: workStep(parts),
        cancelled: cancelledStep(parts),
      },
      ended: whenEngineEnds(batchJob),
    }),
  ],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: cancelOpenJobs(engine, batchJobs),
    purge: batchJobs.purge,
  }),
  person: {
    exportIn: async (tx, { userId }) => ({ aiBatches: await batchesOfPerson(tx, { userId }) }),
    eraseIn: (tx, { userId }) => clearBatchKeys(tx, { userId }),
  },
  retention: [batchJobs.expiry],
  jobActions: batchJobActions,
})
