import { domainOf, type Recipient, suppressedAmong } from '../suppression/index.ts'
import { type Evidence, type LeadField, isSendable, refusalOf, type LeadRefusal, type LeadStatus } from './rules.ts'
import { websiteDomain } from './website.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { countriesOf, isExcluded, type RegionRules } from './rules/countries.ts'
import { refusedElsewhere } from './store.ts'
import type { LeadRow } from './tables.ts'

/** The places of a lead's mail and company. */
interface LeadPlaces {
  readonly address: string | null
  readonly domain: string
  /** Absent for a row that becomes a lead, whose domain is that of its website. */
  readonly evidence?: Readonly<Partial<Record<LeadField, Pick<Evidence, 'value'>>>>
}

/**
 * The address of a lead and all of its domains: from the address, the company, and the website in a list or a look-up.
 * The do-not-contact list and the law of countries are asked about all of them.
 */
export const recipientOf = ({ address, domain, evidence = {} }: LeadPlaces): Recipient => {
  const ofAddress = address === null ? [] : [domainOf(address)]
  const ofWebsite = evidence.domain === undefined ? undefined : websiteDomain(evidence.domain.value)
  return { address, domains: [...new Set([domain, ...(ofWebsite === undefined ? [] : [ofWebsite]), ...ofAddress])] }
}

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

interface Move {
  readonly to: LeadStatus
  readonly isArchived: boolean
  /** The country rules of the play of all these leads; undefined without a play. */
  readonly regions: RegionRules | undefined
  /** True if that play sends. */
  readonly isPlayRunning: boolean
}

/** The leads of a play that cannot get a status now, by id. Throws VaultUnavailable, except for `disqualified`. */
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
