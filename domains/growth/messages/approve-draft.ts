import type { Transaction } from '../../../platform/db/transaction.ts'
import type { LeadRow } from '../leads/index.ts'
import { citationsAfterEdit } from './rules/sentences.ts'
import { doResolve } from './sources.ts'
import { approveDraft } from './store-drafts.ts'
import type { MessageRow } from './tables.ts'

interface Approval {
  readonly userId: string
  readonly now: Date
  /** As the person edited them. */
  readonly subject?: string
  readonly body?: string
}

/** Lets a draft be sent whose lead and row are locked; otherwise why it cannot. */
export const approve = async (
  tx: Transaction,
  message: MessageRow,
  lead: LeadRow,
  { userId, now, subject = message.subject, body = message.body }: Approval,
): Promise<MessageRow | 'notDraft' | 'unresolved'> => {
  if (message.status !== 'draft') return 'notDraft'
  const isEdited = body !== message.body
  const citations = isEdited ? citationsAfterEdit(message.citations, message.body, body) : message.citations
  if (!(await doResolve(tx, citations, lead))) return 'unresolved'
  return (await approveDraft(tx, { id: message.id, subject, body, citations, userId, now })) ?? 'notDraft'
}
