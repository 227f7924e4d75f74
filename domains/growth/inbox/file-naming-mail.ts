import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOfCompany, lockLead } from '../leads/index.ts'
import { leadsNamed, receiveMessage } from '../messages/index.ts'
import type { IncomingMail } from './read-mail.ts'

/** The mailbox that a mail came to. */
export interface ReadMailbox {
  readonly id: string
  /** The addresses of all mailboxes of the workspace: what comes from them is no reply. */
  readonly ownAddresses: ReadonlySet<string>
}

const heldMost = 5
const shownMost = 100
const yearMs = 365 * 24 * 3_600_000

/**
 * Files a sentence of a stranger's mail with the leads that it is about, and no more of it: the leads that it names by
 * address, else the leads at the company of its sender, if this mailbox wrote to them within a year. An objection needs
 * no form: the mail to each waits for a person. A mail about more than five leads is shown with each of them and holds
 * none.
 */
export const fileNamingMail = async (tx: Transaction, mailbox: ReadMailbox, mail: IncomingMail): Promise<void> => {
  if (mail.report || mail.automatic !== null) return
  const now = await tx.now()
  const named = mail.named.filter(({ address }) => address !== mail.sender)
  const find = (which: { readonly addresses: readonly string[]; readonly domain: string | null }) =>
    leadsNamed(tx, { ...which, mailboxId: mailbox.id, after: new Date(now.getTime() - yearMs), limit: shownMost })
  const byName = named.length === 0 ? [] : await find({ addresses: named.map(({ address }) => address), domain: null })
  const domain = byName.length > 0 ? null : companyOf(mail.sender, mailbox.ownAddresses)
  const ids = domain === null ? byName : await find({ addresses: [], domain })
  for (const id of ids) {
    const lead = await lockLead(tx, id)
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
      needsDecision: lead.optedOutAt === null && ids.length <= heldMost,
      namesLead: true,
      heldDomain: null,
      failure: null,
      now,
    })
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** The domain of a sender's company; null for a mail provider's, and for one of the workspace's own. */
const companyOf = (sender: string | null, ownAddresses: ReadonlySet<string>): string | null => {
  const domain = sender === null ? undefined : domainOf(sender)
  if (domain === undefined || !isOfCompany(domain)) return null
  return [...ownAddresses].some((own) => domainOf(own) === domain) ? null : domain
}

/** One mail is filed with each lead that it is about, once. */
const idFor = (messageId: string, leadId: string) =>
  `<${createHash('sha256').update(`${messageId} ${leadId}`).digest('hex')}@named.invalid>`
