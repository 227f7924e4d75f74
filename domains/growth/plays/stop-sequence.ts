import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { stopLead } from '../leads/index.ts'

const waiting = `direction = 'out' and status in ('draft', 'approved')`

const cancelSteps = statement<{ leadId: string }>(
  'growth-message.cancel-steps',
  `update growth_message set status = 'cancelled'
   where workspace_id = :workspace and lead_id = :leadId and step is not null and ${waiting}`,
)
const cancelAll = statement<{ leadId: string }>(
  'growth-message.cancel-all',
  `update growth_message set status = 'cancelled' where workspace_id = :workspace and lead_id = :leadId and ${waiting}`,
)

/** Ends the sequence of a lead that is locked: its drafts and approved mails are cancelled. */
export const stopSequence = async (tx: Transaction, leadId: string, reason: string, now: Date): Promise<void> => {
  await stopLead(tx, { id: leadId, reason, now })
  await cancelSteps(tx, { leadId })
}

/** The same for a lead that gets no mail at all: replies of people that wait are cancelled too. */
export const stopAllMail = async (tx: Transaction, leadId: string, reason: string, now: Date): Promise<void> => {
  await stopLead(tx, { id: leadId, reason, now })
  await cancelAll(tx, { leadId })
}
