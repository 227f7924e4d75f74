import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isSendable, refusalOf, type LeadRefusal, type LeadStatus } from './rules.ts'
import { countriesOf, isExcluded, type RegionRules } from './rules/countries.ts'
import { recipientOf, type LeadPlaces, suppressedLeads } from './recipient.ts'
import { refusedElsewhere } from './store-refusals.ts'
import type { LeadRow } from './tables.ts'

interface Move {
  readonly to: LeadStatus
  readonly isArchived: boolean
  /** The country rules of the play of all these leads; undefined without a play. */
  readonly regions: RegionRules | undefined
  /** Whether that play sends. */
  readonly isPlayRunning: boolean
}

/**
 * The leads of a play that cannot get a status now, with the reason, by their ids. Throws VaultUnavailable, except for
 * `disqualified`.
 */
export const judgeLeads = async (
  tx: Transaction,
  vault: Vault,
  leads: readonly LeadRow[],
  { to, isArchived, regions, isPlayRunning }: Move,
): Promise<ReadonlyMap<string, LeadRefusal>> => {
  const suppressed = await suppressedLeads(tx, vault, to === 'disqualified' ? [] : leads)
  const refusing = await refusedElsewhere(tx, to === 'queued' ? leads : [])
  const refused = new Map<string, LeadRefusal>()
  for (const lead of leads) {
    const refusal = refusalOf(to, {
      isArchived,
      isPlayRunning,
      isOptedOut: lead.optedOutAt !== null,
      isSuppressed: suppressed.has(lead),
      isRegionExcluded: regions !== undefined && isExcluded(countriesOfLead(lead), lead.hasConsent, regions),
      wasLookedUp: lead.lookedUpAt !== null,
      hasSendableAddress: hasSendableAddress(lead),
      hasRefused: refusing.has(lead.id),
    })
    if (refusal) refused.set(lead.id, refusal)
  }
  return refused
}

/** Every country that a lead may be in, that of its company first. */
const countriesOfLead = (lead: LeadPlaces) => countriesOf(lead.evidence?.country?.value, recipientOf(lead).domains)

/** The country for the time of sending, if it depends on one; undefined if none is known. */
export const leadCountry = (lead: LeadPlaces): string | undefined => countriesOfLead(lead).at(0)

/** True if mail may be sent to the address of a lead. */
export const hasSendableAddress = ({ address, addressVerdict, evidence }: LeadRow) =>
  isSendable(address, addressVerdict, evidence.email?.source)
