import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DraftRunRow } from './tables.ts'

/** Audit actions of runs that write drafts. */
export const draftJobActions = ['growth_draft_run.finish', 'growth_draft_run.fail'] as const

/** The audit row and the event of the end of a drafting run. */
export const recordDraftsEnded = (tx: Transaction, run: DraftRunRow): void => {
  const { id, growthProjectId, growthPlayId, failureCode, leads, drafts, leadsSkipped, sentencesDropped } = run
  const isFailed = failureCode !== null
  const details = {
    growthPlayId,
    leads,
    drafts,
    leadsSkipped,
    sentencesDropped,
    ...(isFailed && { failure: failureCode }),
  }
  record(
    tx,
    {
      action: draftJobActions[isFailed ? 1 : 0],
      category: 'execute',
      outcome: isFailed ? 'failure' : 'success',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_draft_run', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: 'growth_draft_run.ended', entity: ['growth_draft_run', id], payload: { growthProjectId, ...details } },
  )
}
