import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { suppressedAmong } from '../suppression/index.ts'
import { recipientOf, type LeadPlaces } from './recipient.ts'

/** Those of these leads whose address or one of whose domains is on the do-not-contact list. Throws VaultUnavailable. */
export const suppressedLeads = async <Lead extends LeadPlaces>(
  tx: Transaction,
  vault: Vault,
  leads: readonly Lead[],
): Promise<ReadonlySet<Lead>> => {
  const recipients = leads.map((lead) => ({ ...recipientOf(lead), lead }))
  const suppressed = await suppressedAmong(tx, vault, recipients)
  return new Set([...suppressed].map(({ lead }) => lead))
}
