import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead, suppressedLeads, type LeadRow } from '../leads/index.ts'
import { findMailbox, type MailboxParts, sendableMailboxes } from '../mailboxes/index.ts'
import {
  cancelMail,
  findMessage,
  hasUndecidedReply,
  lockMessage,
  type MessageRow,
  nextReply,
  postponeMail,
} from '../messages/index.ts'
import { findGrowthProject, recordInProject } from '../research/index.ts'
import { shareLockSuppressions } from '../suppression/index.ts'
import { markedMailOf, handOver, markWith, type MarkedMail, type RecordEnd } from './hand-over.ts'
import { waits } from './rules/send-decision.ts'

type LeadRefusal = 'opted_out' | 'suppressed' | 'undecided' | 'archived'

/** Why a lead gets no reply; undefined if it may. Throws VaultUnavailable. */
export const refusalOfLead = async (tx: Transaction, vault: Vault, lead: LeadRow): Promise<LeadRefusal | undefined> => {
  if (lead.optedOutAt !== null) return 'opted_out'
  await shareLockSuppressions(tx)
  if ((await suppressedLeads(tx, vault, [lead])).has(lead)) return 'suppressed'
  if (lead.address !== null && (await hasUndecidedReply(tx, lead.address))) return 'undecided'
  const project = await findGrowthProject(tx, { id: lead.growthProjectId })
  return project?.archivedAt === null ? undefined : 'archived'
}

/** The mailbox that wrote to a lead, if it can send, else the first that can. */
export const mailboxForReply = async (tx: Transaction, preferredId: string | null) => {
  const preferred = preferredId === null ? undefined : await findMailbox(tx, { id: preferredId })
  return preferred?.status === 'connected' ? preferred : (await sendableMailboxes(tx)).at(0)
}

/** Sends a reply that a person just wrote, whose request has an audit row of its own. */
export const sendReply = (parts: MailboxParts, workspace: string, id: string): Promise<MessageRow | undefined> =>
  handOver(parts, workspace, (tx) => begin(tx, parts.vault, id, noRecord), noRecord)
const noRecord: RecordEnd = () => undefined

/** Sends the next reply that is due. False if none is due. */
export const sendNextReply = async (parts: MailboxParts, workspace: string): Promise<boolean> => {
  const beginNext = async (tx: Transaction) => {
    const due = await nextReply(tx, { now: await tx.now() })
    return due && begin(tx, parts.vault, due.id, recordSending)
  }
  return (await handOver(parts, workspace, beginNext, recordSending)) !== undefined
}

const begin = async (
  tx: Transaction,
  vault: Vault,
  id: string,
  recordEnd: RecordEnd,
): Promise<MarkedMail | MessageRow | undefined> => {
  const found = await findMessage(tx, { id })
  const lead = found && (await lockLead(tx, { id: found.leadId }))
  const message = lead && (await lockMessage(tx, { id }))
  if (message?.status !== 'approved') return message
  const refusal = await refusalOfLead(tx, vault, lead!)
  if (refusal === 'opted_out' || refusal === 'suppressed') {
    const cancelled = await cancelMail(tx, { id, failure: refusal })
    if (cancelled) recordEnd(tx, cancelled)
    return cancelled
  }
  const now = await tx.now()
  const mailbox = refusal === undefined ? await mailboxForReply(tx, message.mailboxId) : undefined
  const row = mailbox && (await markWith(tx, message, [mailbox], message, now))
  if (!row) return postponeMail(tx, id, waits.heldUp(now), null)
  return markedMailOf(row, { to: lead!.address!, subject: row.subject, text: row.body })
}

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
  const action = (isReply ? ofReply : ofStep)[isSent ? 'sent' : 'failed']
  recordInProject(
    tx,
    { resource: ['growth_message', id], growthProjectId, details },
    { action, category: 'execute', outcome: isSent ? 'success' : 'failure' },
    { name: isReply ? 'growth_reply.ended' : 'growth_message.sending_ended' },
  )
}
