import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead } from '../leads/index.ts'
import { leadsNamed, receiveMessage } from '../messages/index.ts'
import type { IncomingMail } from './read-mail.ts'

const heldMost = 5
const shownMost = 100
const yearMs = 365 * 24 * 3_600_000

/**
 * Files the sentences in which a mail of a stranger names leads that were written to from this mailbox within a year, and
 * no more of it. An objection needs no form: the mail to each waits for a person. A mail that names more than five leads is
 * shown with each of them and holds none.
 */
export const fileNamingMail = async (tx: Transaction, mailboxId: string, mail: IncomingMail): Promise<void> => {
  const named = mail.named.filter(({ address }) => address !== mail.sender)
  if (named.length === 0 || mail.report || mail.automatic !== null) return
  const now = await tx.now()
  const addresses = named.map(({ address }) => address)
  const after = new Date(now.getTime() - yearMs)
  const ids = await leadsNamed(tx, { addresses, mailboxId, after, limit: shownMost })
  for (const id of ids) {
    const lead = await lockLead(tx, id)
    const sentence = named.find(({ address }) => address === lead?.address)?.sentence
    if (!lead || sentence === undefined) continue
    const { growthProjectId, growthPlayId } = lead
    const received = {
      id: uuidv7(),
      growthProjectId,
      growthPlayId,
      leadId: id,
      mailboxId,
      subject: '',
      body: sentence,
      messageId: idFor(mail.messageId, id),
      inReplyTo: null,
      referenceIds: [],
      senderAddress: mail.sender,
      kind: 'reply' as const,
      intent: null,
      needsDecision: lead.optedOutAt === null && ids.length <= heldMost,
      failure: null,
      now,
    }
    await receiveMessage(tx, received, { isOfLead: false })
  }
}

/** One mail is filed with each lead that it names, once. */
const idFor = (messageId: string, leadId: string) =>
  `<${createHash('sha256').update(`${messageId} ${leadId}`).digest('hex')}@named.invalid>`
