import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOfCompany, type LeadRow, lockLead } from '../leads/index.ts'
import {
  endedByMail as by,
  endMail,
  type MessageRow,
  receiveMessage,
  stopSequence,
  leadsNamed,
} from '../messages/index.ts'
import { judgePlay } from '../sending/index.ts'
import { domainOf } from '../suppression/index.ts'
import { findLeadOf, type ReadReply } from './read-and-judge.ts'
import type { InboxParts } from './ask-intent.ts'
import type { JudgedMail } from './rules/kinds.ts'
import type { IncomingMail } from './read-mail.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { replyRun } from './graph.ts'
import { createHash } from 'node:crypto'

/** Files a mail in its lead's thread and applies its wish, in one transaction. Throws VaultUnavailable. */
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
  const lead = await lockLead(tx, { id: found.leadId })
  if (!lead) return undefined
  const now = await tx.now()
  const message = await storeMail(tx, mailbox.id, lead, mail, judged, now)
  if (!message) return undefined
  await applyWish(tx, parts, lead, { message, mail, isAnswer: found.isAnswer, hasMore: judged.hasMore === true }, now)
  return message
}

const storeMail = (
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
  const domain = address === null ? undefined : domainOf(address)
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
  /** True if the mail has more than a wish. */
  readonly hasMore: boolean
}

const applyWish = async (
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

/** The mailbox that a mail came to. */
interface ReadMailbox {
  readonly id: string
  /** The addresses of all mailboxes of the workspace: mail from them is no reply. */
  readonly ownAddresses: ReadonlySet<string>
}

const waitingMost = 5
const filedMost = 100
const yearMs = 365 * 24 * 3_600_000

/**
 * Files only one sentence of a stranger's mail with the leads that it is about: the leads that it names by address, else
 * the leads at its sender's company, if this mailbox wrote to them within a year. An objection needs no form, so the mail
 * to each of them waits for a person; but no mail waits if there are more than five leads.
 */
const fileNamingMail = async (tx: Transaction, mailbox: ReadMailbox, mail: IncomingMail): Promise<void> => {
  if (mail.report || mail.automatic !== null) return
  const now = await tx.now()
  const named = mail.named.filter(({ address }) => address !== mail.sender)
  const find = (which: { readonly addresses: readonly string[]; readonly domain: string | null }) =>
    leadsNamed(tx, { ...which, mailboxId: mailbox.id, after: new Date(now.getTime() - yearMs), limit: filedMost })
  const byName = named.length === 0 ? [] : await find({ addresses: named.map(({ address }) => address), domain: null })
  const domain = byName.length > 0 ? null : companyOf(mail.sender, mailbox.ownAddresses)
  const ids = domain === null ? byName : await find({ addresses: [], domain })
  for (const id of ids) {
    const lead = await lockLead(tx, { id })
    if (!lead) continue
    const { growthProjectId, growthPlayId } = lead
    await receiveMessage(tx, {
      id: uuidv7(),
      growthProjectId,
      growthPlayId,
      leadId: id,
      mailboxId: mailbox.id,
      subject: '',
      body: named.find(({ address }) => address === lead.address)?.sentence ?? mail.gist,
      messageId: idFor(mail.messageId, id),
      inReplyTo: null,
      referenceIds: [],
      senderAddress: mail.sender,
      kind: 'reply',
      intent: null,
      needsDecision: lead.optedOutAt === null && ids.length <= waitingMost,
      namesLead: true,
      heldDomain: null,
      failure: null,
      now,
    })
  }
}

/** The domain of a sender's company; null for a mail provider's, and for one of the workspace's own. */
const companyOf = (sender: string | null, ownAddresses: ReadonlySet<string>): string | null => {
  const domain = sender === null ? undefined : domainOf(sender)
  if (domain === undefined || !isOfCompany(domain)) return null
  return [...ownAddresses].some((own) => domainOf(own) === domain) ? null : domain
}

/** One mail is filed with each lead that it is about, once. */
const idFor = (messageId: string, leadId: string) =>
  `<${createHash('sha256').update(`${messageId} ${leadId}`).digest('hex')}@named.invalid>`
