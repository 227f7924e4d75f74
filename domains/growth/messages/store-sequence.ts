import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const waiting = `direction = 'out' and status in ('draft', 'approved')`

const ofSequence = statement<{ leadId: string }>(
  'growth-message.cancel-steps',
  `update growth_message set status = 'cancelled'
   where workspace_id = :workspace and lead_id = :leadId and step is not null and ${waiting}`,
)
/** Cancels the mails of the sequence of a lead that wait. */
export const cancelSteps = (tx: Transaction, leadId: string) => ofSequence(tx, { leadId })

const all = statement<{ leadId: string }>(
  'growth-message.cancel-all',
  `update growth_message set status = 'cancelled' where workspace_id = :workspace and lead_id = :leadId and ${waiting}`,
)
/** Cancels every mail to a lead that waits. */
export const cancelMails = (tx: Transaction, leadId: string) => all(tx, { leadId })
