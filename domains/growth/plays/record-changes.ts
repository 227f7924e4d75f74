import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DraftRunRow, MessageRow } from './tables.ts'

/** Audit actions of runs that write drafts. */
export const draftJobActions = ['growth_draft_run.finish', 'growth_draft_run.fail'] as const

/** The audit row and the event of the end of a run of drafts. */
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

/** Audit actions of the sweep that sends the mails of plays. */
export const sendingJobActions = ['growth_message.send', 'growth_message.fail'] as const

/** The audit row and the event of a mail that was sent, refused, or of which nobody knows. No address is in them. */
export const recordSending = (tx: Transaction, message: MessageRow): void => {
  const { id, status, leadId, growthProjectId, growthPlayId, step } = message
  const isSent = status === 'sent'
  const details = { status, leadId, growthPlayId, step }
  record(
    tx,
    {
      action: sendingJobActions[isSent ? 0 : 1],
      category: 'execute',
      outcome: isSent ? 'success' : 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_message', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: 'growth_message.sending_ended', entity: ['growth_message', id], payload: { growthProjectId, ...details } },
  )
}
