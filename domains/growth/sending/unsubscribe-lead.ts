import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead } from '../leads/index.ts'
import { suppressHash } from '../suppression/index.ts'
import { endedByLink, endMail, recordOptOut } from '../messages/index.ts'
import type { UnsubscribeToken } from './unsubscribe-token.ts'

/** The effect of a click on a link: a lead that was erased before links had hashes is not known any more. */
type UnsubscribeOutcome = 'done' | 'unknown'

/** Ends all mail to a lead, and puts its address on the do-not-contact list: by its hash if the lead was erased. */
export const unsubscribeLead = async (
  tx: Transaction,
  vault: Vault,
  { leadId, addressHash }: Pick<UnsubscribeToken, 'leadId' | 'addressHash'>,
): Promise<UnsubscribeOutcome> => {
  const lead = await lockLead(tx, leadId)
  if (!lead) {
    if (addressHash === null) return 'unknown'
    if (await suppressHash(tx, addressHash)) recordOptOut(tx, { id: leadId }, endedByLink)
    return 'done'
  }
  await endMail(tx, vault, lead, { source: 'unsubscribe', alsoFrom: null, by: endedByLink, now: await tx.now() })
  return 'done'
}
