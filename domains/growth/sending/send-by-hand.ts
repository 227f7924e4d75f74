import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead } from '../leads/index.ts'
import type { MailboxParts } from '../mailboxes/index.ts'
import { addReply, findLeadThread, type MessageRow } from '../messages/index.ts'
import { replySubject } from '../messages/rules.ts'
import { mailboxForReply, refusalOfLead, sendReply } from './send-reply.ts'

export interface Reply {
  readonly leadId: string
  readonly body: string
  readonly userId: string
}
type ReplyRefusal = 'absent' | 'archived' | 'nothing_sent' | 'opted_out' | 'suppressed' | 'undecided' | 'no_mailbox'

const referencesMost = 30
const subjectMostChars = 1_000

/** Stores a person's answer and hands it over if its mailbox has a send left, else later. Throws VaultUnavailable. */
export const sendByHand = async (
  parts: MailboxParts,
  workspace: string,
  reply: Reply,
): Promise<{ readonly refusal: ReplyRefusal } | { readonly message: MessageRow }> => {
  const stored = await parts.database.within(workspace, (tx) => store(tx, parts, reply))
  if ('refusal' in stored) return stored
  const { message } = stored
  return { message: (await sendReply(parts, workspace, message.id)) ?? message }
}

const store = async (
  tx: Transaction,
  { vault }: MailboxParts,
  { leadId, body, userId }: Reply,
): Promise<{ readonly refusal: ReplyRefusal } | { readonly message: MessageRow }> => {
  const lead = await lockLead(tx, { id: leadId })
  if (!lead) return { refusal: 'absent' }
  const thread = (await findLeadThread(tx, leadId)).filter(({ status }) => status === 'sent' || status === 'received')
  const sent = thread.filter(({ status }) => status === 'sent')
  if (sent.length === 0 || lead.address === null) return { refusal: 'nothing_sent' }
  const refusal = await refusalOfLead(tx, vault, lead)
  if (refusal) return { refusal }
  const mailbox = await mailboxForReply(tx, sent.at(-1)!.mailboxId)
  if (!mailbox) return { refusal: 'no_mailbox' }
  const answered = thread.findLast(({ kind }) => kind === 'reply') ?? sent.at(-1)!
  const message = await addReply(tx, {
    id: uuidv7(),
    growthProjectId: lead.growthProjectId,
    growthPlayId: lead.growthPlayId,
    leadId,
    mailboxId: mailbox.id,
    subject: replySubject(answered.subject).slice(0, subjectMostChars),
    body,
    inReplyTo: answered.messageId,
    referenceIds: referencesOf(answered),
    userId,
    now: await tx.now(),
  })
  return { message }
}

/** The References of an answer. Source: RFC 5322, section 3.6.4. */
const referencesOf = ({ referenceIds, inReplyTo, messageId }: MessageRow): readonly string[] => {
  const before = referenceIds.length > 0 ? referenceIds : inReplyTo === null ? [] : [inReplyTo]
  return [...new Set([...before, ...(messageId === null ? [] : [messageId])])].slice(-referencesMost)
}
