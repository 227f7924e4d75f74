import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ProposalRunRow } from './tables.ts'

/** Audit actions of runs that propose plays. */
export const proposalJobActions = ['growth_proposal_run.finish', 'growth_proposal_run.fail'] as const

/** The audit row and the event of the end of a run that proposes plays. */
export const recordProposalsEnded = (tx: Transaction, run: ProposalRunRow): void => {
  const { id, growthProjectId, growthRunId, failureCode, playsProposed, playsDropped } = run
  const isFailed = failureCode !== null
  const details = { growthRunId, playsProposed, playsDropped, ...(isFailed && { failure: failureCode }) }
  record(
    tx,
    {
      action: proposalJobActions[isFailed ? 1 : 0],
      category: 'execute',
      outcome: isFailed ? 'failure' : 'success',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_proposal_run', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    {
      name: 'growth_run.plays_proposed',
      entity: ['growth_run', growthRunId],
      payload: { growthProjectId, ...details },
    },
  )
}
