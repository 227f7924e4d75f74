import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MessageRow } from '../messages/index.ts'

const ofStep = { sent: 'growth_message.send', failed: 'growth_message.fail' } as const
const ofReply = { sent: 'growth_reply.send', failed: 'growth_reply.fail' } as const

/** Audit actions of the sweep that sends the mails of plays, and replies that waited. */
export const sendingJobActions = [ofStep.sent, ofStep.failed, ofReply.sent, ofReply.failed] as const

/** The audit row and the event of a play's mail, or a waiting reply, that the sweep ended. No address is in them. */
export const recordSending = (tx: Transaction, message: MessageRow): void => {
  const { id, status, growthProjectId, leadId, growthPlayId, step } = message
  const isReply = step === null
  const isSent = status === 'sent'
  const details = isReply ? { status, leadId } : { status, leadId, growthPlayId, step }
  record(
    tx,
    {
      action: (isReply ? ofReply : ofStep)[isSent ? 'sent' : 'failed'],
      category: 'execute',
      outcome: isSent ? 'success' : 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_message', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    {
      name: isReply ? 'growth_reply.ended' : 'growth_message.sending_ended',
      entity: ['growth_message', id],
      payload: { growthProjectId, ...details },
    },
  )
}
