import type { Transaction } from '../../../platform/db/transaction.ts'
import { leadWrittenTo } from '../leads/index.ts'
import { messagesByMessageId } from '../messages/index.ts'
import type { IncomingMail } from './read-mail.ts'

/** The lead that a mail belongs to, and whether the mail names one of its thread. */
export interface FoundLead {
  readonly leadId: string
  readonly isAnswer: boolean
}

/**
 * Finds the lead by the ids of the mails that a mail answers, the newest first, else by its sender. A report belongs to
 * the lead of the sent mail that it names: everybody can know an address, but only the recipient the id of a mail.
 */
export const findLeadOf = async (
  tx: Transaction,
  { inReplyTo, references, sender, report }: IncomingMail,
): Promise<FoundLead | undefined> => {
  const answered = [...(inReplyTo === null ? [] : [inReplyTo]), ...references.toReversed()]
  const ids = [...(report?.aboutIds ?? []), ...answered]
  const found = ids.length === 0 ? [] : await messagesByMessageId(tx, ids)
  const usable = report ? found.filter(({ direction }) => direction === 'out') : found
  const byId = new Map(usable.map(({ messageId, leadId }) => [messageId, leadId]))
  const named = ids.find((id) => byId.has(id))
  if (named !== undefined) return { leadId: byId.get(named)!, isAnswer: true }
  const leadId = report || sender === null ? undefined : await leadWrittenTo(tx, sender)
  return leadId === undefined ? undefined : { leadId, isAnswer: false }
}
