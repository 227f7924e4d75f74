import type { LookupInput, LookupResult } from '../../../execution/data-providers/lookup.ts'
import { type Evidence, isMailProvider, type LeadField, type LeadRow } from '../leads/index.ts'

/** The first and last name of a lead: as they are listed, or the two ends of the full name. */
export const personOf = (
  evidence: LeadRow['evidence'],
): { readonly firstName?: string; readonly lastName?: string } => {
  const { firstName, lastName, name } = evidence
  if (firstName && lastName) return { firstName: firstName.value, lastName: lastName.value }
  const words = (name?.value ?? '')
    .split(' ')
    .filter((word) => word !== '' && !/^(dr|prof|mag|ing|dipl)\.?(-ing\.?)?$/i.test(word))
  return words.length < 2 ? {} : { firstName: words[0]!, lastName: words.at(-1)! }
}

/** The facts of a lead for a question to a provider. */
export const inputOf = (lead: Pick<LeadRow, 'domain' | 'evidence' | 'address'>): LookupInput => {
  const { domain, evidence, address } = lead
  const ofCompany = evidence.domain?.value ?? domain
  const host = ofCompany.replace(/^https?:\/\//i, '').split('/')[0]!
  return {
    ...personOf(evidence),
    ...(!isMailProvider(ofCompany) && { domain: host.replace(/^www\./i, '') }),
    ...(evidence.company && { company: evidence.company.value }),
    ...(address !== null && { email: address }),
  }
}

/** The source of a result, and its cost. */
export interface Provenance {
  readonly provider: string
  readonly isBuiltIn: boolean
  readonly costMicros: number
  readonly at: Date
}

// Results and leads have the same names for these facts.
const facts = ['email', 'domain', 'company', 'country', 'name', 'role'] as const satisfies readonly LeadField[]

/** The facts of a result as evidence of a lead; its cost is at the first of them. */
export const evidenceOf = (
  result: LookupResult,
  { provider, isBuiltIn, costMicros, at }: Provenance,
): Readonly<Partial<Record<LeadField, Evidence>>> => {
  const source = isBuiltIn ? 'built_in' : 'provider'
  const origin = { source, provider, at: at.toISOString(), confidence: result.confidence } as const
  const entries = facts
    .filter((field) => result[field] !== undefined)
    .map((field, at): [LeadField, Evidence] => {
      const costUsd = at === 0 ? costMicros / 1_000_000 : 0
      return [field, { ...origin, value: result[field]!, costUsd }]
    })
  return Object.fromEntries(entries)
}
