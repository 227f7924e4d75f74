import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { suppressedAmong } from '../suppression/index.ts'
import { isSendable, refusalOf, type LeadRefusal, type LeadStatus } from './rules.ts'
import { countryOf, isExcluded, type RegionRules } from './rules/countries.ts'
import type { LeadRow } from './tables.ts'

interface Move {
  readonly to: LeadStatus
  readonly isArchived: boolean
  /** What the play of all of these leads says of countries; undefined for no play. */
  readonly regions: RegionRules | undefined
  /** Whether that play sends. */
  readonly isPlayRunning: boolean
}

/**
 * Which leads of one play cannot get a status now, and why: by their ids, without those that can. Throws
 * VaultUnavailable, except for `disqualified`.
 */
export const judgeLeads = async (
  tx: Transaction,
  vault: Vault,
  leads: readonly LeadRow[],
  { to, isArchived, regions, isPlayRunning }: Move,
): Promise<ReadonlyMap<string, LeadRefusal>> => {
  const places = to === 'disqualified' ? [] : leads.map(placeOf)
  const suppressed = await suppressedAmong(tx, vault, places)
  const refused = new Map<string, LeadRefusal>()
  for (const lead of leads) {
    const refusal = refusalOf(to, {
      isArchived,
      isPlayRunning,
      isOptedOut: lead.optedOutAt !== null,
      isSuppressed: suppressed.has(placeOf(lead)),
      isRegionExcluded: regions !== undefined && isExcluded(leadCountry(lead), lead.hasConsent, regions),
      wasLookedUp: lead.lookedUpAt !== null,
      hasSendableAddress: hasSendableAddress(lead),
    })
    if (refusal) refused.set(lead.id, refusal)
  }
  return refused
}

const placeOf = ({ address, domain }: LeadRow) => address ?? domain

/** The country of the company of a lead; undefined where it is not known. */
export const leadCountry = ({ evidence, domain }: Pick<LeadRow, 'evidence' | 'domain'>) =>
  countryOf(evidence.country?.value, domain)

/** Whether mail may be sent to the address of a lead. */
export const hasSendableAddress = ({ address, addressVerdict, evidence }: LeadRow) =>
  isSendable(address, addressVerdict, evidence.email?.source)
