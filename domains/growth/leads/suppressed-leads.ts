import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { suppressedAmong } from '../suppression/index.ts'
import { recipientOf, type LeadPlaces } from './recipient.ts'

/** The leads among these with an address or domain on the do-not-contact list. Throws VaultUnavailable. */
export const suppressedLeads = async <Lead extends LeadPlaces>(
  tx: Transaction,
  vault: Vault,
  leads: readonly Lead[],
): Promise<ReadonlySet<Lead>> => {
  const recipients = leads.map((lead) => ({ ...recipientOf(lead), lead }))
  const suppressed = await suppressedAmong(tx, vault, recipients)
  return new Set([...suppressed].map(({ lead }) => lead))
}
