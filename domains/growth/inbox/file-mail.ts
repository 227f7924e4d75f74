import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type LeadRow, leadWrittenTo, lockLead } from '../leads/index.ts'
import { judgePlay, messagesByMessageId, type MessageRow, receiveMessage, stopSequence } from '../plays/index.ts'
import { beginSorting } from './begin-sorting.ts'
import { endMail } from './end-mail.ts'
import type { InboxParts } from './parts.ts'
import type { IncomingMail } from './read-mail.ts'

/** The mailbox that a mail came to. */
export interface ReadMailbox {
  readonly id: string
  /** The addresses of all mailboxes of the workspace: what comes from them is no reply. */
  readonly ownAddresses: ReadonlySet<string>
}

/**
 * Files a mail in the thread of its lead and does what it asks for, in one transaction. A mail of no lead that was written
 * to is not stored. Throws VaultUnavailable.
 */
export const fileMail = async (
  tx: Transaction,
  parts: Pick<InboxParts, 'vault' | 'engine'>,
  mailbox: ReadMailbox,
  mail: IncomingMail,
): Promise<MessageRow | undefined> => {
  if (!mail.report && mail.sender !== null && mailbox.ownAddresses.has(mail.sender)) return undefined
  const leadId = await leadOf(tx, mail)
  const lead = leadId === undefined ? undefined : await lockLead(tx, leadId)
  if (!lead) return undefined
  const now = await tx.now()
  const message = await store(tx, mailbox.id, lead, mail, now)
  if (!message) return undefined
  await act(tx, parts, lead, message, mail, now)
  return message
}

/** By the ids of the mails that it answers or is about, the newest first; else by whom it is from or about. */
const leadOf = async (
  tx: Transaction,
  { inReplyTo, references, sender, report }: IncomingMail,
): Promise<string | undefined> => {
  const ids = report ? report.aboutIds : [...(inReplyTo === null ? [] : [inReplyTo]), ...references.toReversed()]
  const found = ids.length === 0 ? [] : await messagesByMessageId(tx, ids)
  const byId = new Map(found.map(({ messageId, leadId }) => [messageId, leadId]))
  const answered = ids.find((id) => byId.has(id))
  if (answered !== undefined) return byId.get(answered)
  return leadWrittenTo(tx, report ? report.recipients : sender === null ? [] : [sender])
}

const store = (tx: Transaction, mailboxId: string, lead: LeadRow, mail: IncomingMail, now: Date) => {
  const { kind, intent, report } = mail
  return receiveMessage(tx, {
    id: uuidv7(),
    growthProjectId: lead.growthProjectId,
    growthPlayId: lead.growthPlayId,
    leadId: lead.id,
    mailboxId,
    subject: mail.subject,
    body: mail.body,
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo ?? report?.aboutIds.at(0) ?? null,
    referenceIds: mail.references,
    senderAddress: mail.sender,
    kind,
    intent,
    failure: report?.reason ?? null,
    now,
  })
}

const act = async (
  tx: Transaction,
  { vault, engine }: Pick<InboxParts, 'vault' | 'engine'>,
  lead: LeadRow,
  message: MessageRow,
  { report }: IncomingMail,
  now: Date,
): Promise<void> => {
  const { kind, growthPlayId } = message
  if (kind === 'unsubscribe') await endMail(tx, vault, lead, { source: 'unsubscribe', isOptOut: true, now })
  if (kind === 'complaint') await endMail(tx, vault, lead, { source: 'complaint', isOptOut: true, now })
  if (kind === 'bounce' && report?.isPermanent)
    await endMail(tx, vault, lead, { source: 'bounce', isOptOut: false, now })
  if (kind === 'reply') {
    await stopSequence(tx, lead.id, 'replied', now)
    if (message.intent === null) await beginSorting(tx, engine, message.id)
  }
  if (growthPlayId !== null && (kind === 'bounce' || kind === 'complaint')) await judgePlay(tx, growthPlayId, now)
}
