import type { Engine } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { batches } from './contract.ts'
import { batchJobActions } from './end-batch.ts'
import type { BatchWork } from './parts.ts'
import routes from './routes.ts'
import {
  batchesDueIn,
  batchesOfPerson,
  findBatch,
  forgetBatchKeys,
  openBatchesOf,
  purgeBatches,
  removeOldBatches,
} from './store.ts'
import { batchWorkflow } from './workflow.ts'

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
