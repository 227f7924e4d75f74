import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { GrowthRunRow } from './tables.ts'

/** Audit actions that runs of research write. */
export const researchJobActions = ['growth_run.finish', 'growth_run.fail'] as const

/** The audit row and the event of the end of a run. */
export const recordEnded = (tx: Transaction, run: GrowthRunRow): void => {
  const { id, growthProjectId, failureCode, brainVersion, statementsWritten, statementsDropped } = run
  const isFailed = failureCode !== null
  const details = isFailed ? { failure: failureCode } : { brainVersion, statementsWritten, statementsDropped }
  record(
    tx,
    {
      action: isFailed ? researchJobActions[1] : researchJobActions[0],
      category: 'execute',
      outcome: isFailed ? 'failure' : 'success',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_run', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: 'growth_run.ended', entity: ['growth_run', id], payload: { growthProjectId, ...details } },
  )
}
