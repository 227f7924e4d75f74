import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead, markContacted, suppressedLeads, type LeadRow } from '../leads/index.ts'
import {
  findMailbox,
  giveBackSend,
  sendableMailboxes,
  sendMail,
  takeSend,
  type OutgoingMail,
  type SendOutcome,
} from '../mailboxes/index.ts'
import { findGrowthProject } from '../research/index.ts'
import { holdSuppressions } from '../suppression/index.ts'
import type { ReplyParts } from './parts.ts'
import { messageIdOf } from './rules/compose.ts'
import { nextTry } from './rules/sequence.ts'
import { beginReply, endReply, postponeReply } from './store-replies.ts'
import { findMessage, lockMessage } from './store-thread.ts'
import { hasUndecidedReply } from './store-undecided.ts'
import type { MessageRow } from './tables.ts'

const waitMs = 10 * 60_000

type LeadRefusal = 'opted_out' | 'suppressed' | 'undecided' | 'archived'

/** Why a lead gets no mail; undefined where it may. Throws VaultUnavailable. */
export const refusalOfLead = async (tx: Transaction, vault: Vault, lead: LeadRow): Promise<LeadRefusal | undefined> => {
  if (lead.optedOutAt !== null) return 'opted_out'
  await holdSuppressions(tx)
  if ((await suppressedLeads(tx, vault, [lead])).has(lead)) return 'suppressed'
  if (lead.address !== null && (await hasUndecidedReply(tx, lead.address))) return 'undecided'
  const project = await findGrowthProject(tx, lead.growthProjectId)
  return project?.archivedAt === null ? undefined : 'archived'
}

/** The mailbox that a lead was written to from, where it can send, else the first that can. */
export const mailboxForReply = async (tx: Transaction, preferredId: string | null) => {
  const preferred = preferredId === null ? undefined : await findMailbox(tx, preferredId)
  return preferred?.status === 'connected' ? preferred : (await sendableMailboxes(tx)).at(0)
}

interface Handing {
  readonly row: MessageRow
  readonly mail: OutgoingMail
}

/**
 * Hands a reply over, at most once: it is marked as being handed over in one transaction, and what became of it is stored
 * in another. A process that dies in between leaves it to `sweepReplies`, which never sends it again.
 */
export const handOverReply = async (
  parts: ReplyParts,
  workspace: string,
  id: string,
): Promise<MessageRow | undefined> => {
  const { database, vault } = parts
  const begun = await database.within(workspace, (tx) => begin(tx, vault, id))
  if (!begun || !('mail' in begun)) return begun
  const outcome = await sendMail(parts, workspace, begun.row.mailboxId!, begun.mail)
  return database.within(workspace, (tx) => settle(tx, begun.row, outcome))
}

const begin = async (tx: Transaction, vault: Vault, id: string): Promise<Handing | MessageRow | undefined> => {
  const found = await findMessage(tx, id)
  const lead = found && (await lockLead(tx, found.leadId))
  const message = lead && (await lockMessage(tx, id))
  if (message?.status !== 'approved') return message
  const now = await tx.now()
  const refusal = await refusalOfLead(tx, vault, lead!)
  if (refusal === 'opted_out' || refusal === 'suppressed') return endReply(tx, id, 'cancelled', refusal, now)
  const later = new Date(now.getTime() + waitMs)
  const mailbox = refusal === undefined ? await mailboxForReply(tx, message.mailboxId) : undefined
  if (!mailbox || !(await takeSend(tx, mailbox.id, now))) return postponeReply(tx, id, later, message.failure)
  const messageId = message.messageId ?? messageIdOf(id, mailbox.address)
  const row = await beginReply(tx, { id, mailboxId: mailbox.id, messageId, now })
  return row && { row, mail: mailOf(row, lead!) }
}

const mailOf = ({ subject, body, messageId, inReplyTo, referenceIds }: MessageRow, lead: LeadRow): OutgoingMail => ({
  messageId: messageId!,
  to: lead.address!,
  subject,
  text: body,
  ...(inReplyTo !== null && { inReplyTo }),
  ...(referenceIds.length > 0 && { references: referenceIds }),
})

const settle = async (tx: Transaction, row: MessageRow, outcome: SendOutcome): Promise<MessageRow | undefined> => {
  const now = await tx.now()
  await lockLead(tx, row.leadId)
  if (outcome.kind === 'sent') {
    const sent = await endReply(tx, row.id, 'sent', null, now)
    if (sent) await markContacted(tx, row.leadId, now)
    return sent
  }
  if (outcome.kind === 'unknown') return endReply(tx, row.id, 'unknown', outcome.reason, now)
  await giveBackSend(tx, row.mailboxId!, row.handedOverAt!)
  if (outcome.kind === 'refused' && outcome.permanent) return endReply(tx, row.id, 'refused', outcome.reason, now)
  const again = nextTry(now, row.attempts)
  return again ? postponeReply(tx, row.id, again, outcome.reason) : endReply(tx, row.id, 'refused', outcome.reason, now)
}
