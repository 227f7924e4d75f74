import { type Recipient, suppressedAmong } from '../suppression/index.ts'
import type { Evidence, LeadField } from './rules.ts'
import { websiteDomain } from './website.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

/** The places of a lead's mail and company. */
export interface LeadPlaces {
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
  const ofAddress = address === null ? [] : [address.slice(address.lastIndexOf('@') + 1)]
  const ofWebsite = evidence.domain === undefined ? undefined : websiteDomain(evidence.domain.value)
  return {
    address,
    domains: [...new Set([domain, ...(ofWebsite === undefined ? [] : [ofWebsite]), ...ofAddress])],
  }
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
