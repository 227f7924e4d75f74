import type { Transaction } from '../../../platform/db/transaction.ts'
import { stopLead } from '../leads/index.ts'
import { cancelMails, cancelSteps } from './store-sequence.ts'

/** Ends the sequence of a lead that is locked: its drafts and approved mails are cancelled. */
export const stopSequence = async (tx: Transaction, leadId: string, reason: string, now: Date): Promise<void> => {
  await stopLead(tx, { id: leadId, reason, now })
  await cancelSteps(tx, leadId)
}

/** Stops a lead's mail completely: people's waiting replies are cancelled too. */
export const stopAllMail = async (tx: Transaction, leadId: string, reason: string, now: Date): Promise<void> => {
  await stopLead(tx, { id: leadId, reason, now })
  await cancelMails(tx, leadId)
}
