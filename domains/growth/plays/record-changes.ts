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

/** The audit row and the event of a mail of a sequence that was handed over. */
export const recordSending = (tx: Transaction, message: MessageRow): void => {
  const { status, leadId, growthPlayId, step } = message
  recordMailEnded(tx, message, {
    actions: sendingJobActions,
    event: 'growth_message.sending_ended',
    details: { status, leadId, growthPlayId, step },
  })
}

/** Audit actions that the sweep of replies writes. */
export const replyJobActions = ['growth_reply.send', 'growth_reply.fail'] as const

/** The same of a reply that a person wrote. */
export const recordReplyEnded = (tx: Transaction, message: MessageRow): void => {
  const { status, leadId } = message
  recordMailEnded(tx, message, {
    actions: replyJobActions,
    event: 'growth_reply.ended',
    details: { status, leadId },
  })
}

interface MailEnd {
  /** Of a mail that was sent, and of one that was not or of which it is not known. */
  readonly actions: typeof sendingJobActions | typeof replyJobActions
  readonly event: 'growth_message.sending_ended' | 'growth_reply.ended'
  /** No address is in them. */
  readonly details: Readonly<Record<string, string | number | null>>
}

const recordMailEnded = (tx: Transaction, message: MessageRow, { actions, event, details }: MailEnd): void => {
  const { id, status, growthProjectId } = message
  const isSent = status === 'sent'
  record(
    tx,
    {
      action: actions[isSent ? 0 : 1],
      category: 'execute',
      outcome: isSent ? 'success' : 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_message', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: event, entity: ['growth_message', id], payload: { growthProjectId, ...details } },
  )
}
