import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type LeadRow, saveReplyIntent } from '../leads/index.ts'
import {
  type EndedBy,
  endMail,
  type MessageIntent,
  type MessageRow,
  newestInbound,
  sortMessage,
  stopSequence,
} from '../messages/index.ts'
import { isWrittenByPerson } from './rules.ts'

/** Sorts a mail that came in as a person says; its lead is locked. Throws VaultUnavailable for `unsubscribe`. */
export const sortByHand = async (
  tx: Transaction,
  vault: Vault,
  lead: LeadRow,
  { id, senderAddress }: MessageRow,
  intent: MessageIntent,
  by: EndedBy,
  now: Date,
): Promise<MessageRow> => {
  const sorted = (await sortMessage(tx, id, intent, 'person'))!
  if ((await newestInbound(tx, lead.id))?.id === id) await saveReplyIntent(tx, lead.id, intent)
  if (intent === 'unsubscribe')
    await endMail(tx, vault, lead, { source: 'unsubscribe', alsoFrom: senderAddress, by, now })
  // An answer that was taken for one of a program let the sequence go on.
  else if (isWrittenByPerson(intent)) await stopSequence(tx, lead.id, 'replied', now)
  return sorted
}
