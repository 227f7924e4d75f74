import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOfCompany, type LeadRow, lockLead } from '../leads/index.ts'
import { endedByMail as by, endMail, type MessageRow, receiveMessage, stopSequence } from '../messages/index.ts'
import { judgePlay } from '../sending/index.ts'
import { fileNamingMail, type ReadMailbox } from './file-naming-mail.ts'
import { findLeadOf, type ReadReply } from './read-and-judge.ts'
import type { InboxParts } from './parts.ts'
import type { JudgedMail } from './rules/kinds.ts'
import type { IncomingMail } from './read-mail.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { replyRun } from './graph.ts'

/**
 * Files a mail in the thread of its lead and applies its wish, in one transaction. A mail without a known lead is not
 * stored, except sentences about a lead. Throws VaultUnavailable.
 */
export const fileMail = async (
  tx: Transaction,
  parts: Pick<InboxParts, 'vault' | 'engine'>,
  mailbox: ReadMailbox,
  { mail, judged }: ReadReply,
): Promise<MessageRow | undefined> => {
  if (!mail.report && mail.sender !== null && mailbox.ownAddresses.has(mail.sender)) return undefined
  const found = judged && (await findLeadOf(tx, mail))
  if (!found) {
    await fileNamingMail(tx, mailbox, mail)
    return undefined
  }
  const lead = await lockLead(tx, found.leadId)
  if (!lead) return undefined
  const now = await tx.now()
  const message = await store(tx, mailbox.id, lead, mail, judged, now)
  if (!message) return undefined
  await act(tx, parts, lead, { message, mail, isAnswer: found.isAnswer, hasMore: judged.hasMore === true }, now)
  return message
}

const store = (
  tx: Transaction,
  mailboxId: string,
  lead: LeadRow,
  mail: IncomingMail,
  judged: JudgedMail,
  now: Date,
) => {
  const { report } = mail
  const { isForCompany, hasMore: _hasMore, ...kind } = judged
  const address = mail.sender ?? lead.address
  const domain = address?.slice(address.lastIndexOf('@') + 1)
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
    ...kind,
    heldDomain: isForCompany && domain !== undefined && isOfCompany(domain) ? domain : null,
    namesLead: false,
    failure: report?.reason ?? null,
    now,
  })
}

interface FiledMail {
  readonly message: MessageRow
  readonly mail: IncomingMail
  readonly isAnswer: boolean
  /** Whether the words of a wish hold more than it. */
  readonly hasMore: boolean
}

const act = async (
  tx: Transaction,
  { vault, engine }: Pick<InboxParts, 'vault' | 'engine'>,
  lead: LeadRow,
  { message, mail: { report }, isAnswer, hasMore }: FiledMail,
  now: Date,
): Promise<void> => {
  const { kind, growthPlayId, senderAddress } = message
  // A person who answers from another address wants no mail there either.
  const alsoFrom = isAnswer ? senderAddress : null
  if (kind === 'unsubscribe') {
    const wish = { source: 'unsubscribe', alsoFrom, by, now } as const
    await endMail(tx, vault, lead, hasMore ? { ...wish, revocableId: message.id } : wish)
  }
  if (kind === 'complaint') await endMail(tx, vault, lead, { source: 'complaint', alsoFrom: null, by, now })
  if (kind === 'bounce' && report?.isPermanent)
    await endMail(tx, vault, lead, { source: 'bounce', alsoFrom: null, by, now })
  if (kind === 'reply') {
    if (message.intent !== 'out_of_office') await stopSequence(tx, lead.id, 'replied', now)
    if (message.intent === null) await beginSorting(tx, engine, message.id)
  }
  if (growthPlayId !== null && (kind === 'bounce' || kind === 'complaint')) await judgePlay(tx, growthPlayId, now)
}

/** Starts a durable job in which a model sorts a reply. */
const beginSorting = async (tx: Transaction, engine: Pick<Engine, 'start'>, messageId: string) => {
  const { graph: kind, name: first } = replyRun.at.sort
  await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: messageId, first })
}
