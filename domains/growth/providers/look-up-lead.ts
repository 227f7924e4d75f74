import type { Capability, LookupResult, Verdict } from '../../../execution/data-providers/index.ts'
import { type Evidence, isMailProvider, type LeadField, type LeadRow, suppressedLeads } from '../leads/index.ts'
import type { LookupCap } from '../settings/index.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import { askChain } from './look-up.ts'
import type { LookupParts } from './parts.ts'
import { evidenceOf, inputOf } from './known-facts.ts'
import type { LookupScope } from './store-calls.ts'

type Facts = Readonly<Partial<Record<LeadField, Evidence>>>

/** The results of a pass for a lead. */
export interface FoundLead {
  readonly address: string | null
  readonly verdict: Verdict | null
  readonly found: Facts
}

/** The last step whose answer is needed next comes first: a company, an address, its check, a person. */
const order: readonly Capability[] = ['find_company', 'enrich_company', 'find_email', 'verify_email', 'enrich_person']

/** A lead with the results of a pass so far. */
class LeadInPass {
  readonly lead: LeadRow
  address: string | null
  verdict: Verdict | null
  found: Facts = {}

  constructor(lead: LeadRow) {
    this.lead = lead
    this.address = lead.address
    this.verdict = lead.addressVerdict
  }

  get domain(): string {
    return this.lead.domain
  }

  get evidence(): LeadRow['evidence'] {
    return { ...this.found, ...this.lead.evidence }
  }

  /** True if the answer of a capability would contain an unknown fact: nothing is paid for twice. */
  needs(capability: Capability): boolean {
    const { company, country, domain, role, name, firstName } = this.evidence
    switch (capability) {
      case 'find_company':
        return isMailProvider(this.domain) && domain === undefined && company !== undefined
      case 'enrich_company':
        return company === undefined || country === undefined
      case 'find_email':
        return this.address === null
      case 'verify_email':
        return this.address !== null && (this.verdict === null || this.verdict === 'unknown')
      case 'enrich_person':
        return (
          this.address !== null &&
          this.verdict !== 'invalid' &&
          (role === undefined || (name ?? firstName) === undefined)
        )
    }
  }

  take(capability: Capability, result: LookupResult, facts: Facts): void {
    if (capability === 'find_email') this.address = result.email ?? this.address
    if (capability === 'find_email' || capability === 'verify_email') this.verdict = result.verdict ?? this.verdict
    const { email, ...others } = facts
    this.found = { ...others, ...(capability === 'find_email' && email && { email }), ...this.found }
  }
}

/** Looks up the unknown facts of a lead, by the chain of each capability; or returns the limit that stopped it. */
export const lookUpLead = async (
  parts: LookupParts,
  within: InTransaction,
  scope: LookupScope,
  lead: LeadRow,
  signal: AbortSignal,
): Promise<FoundLead | { readonly cap: LookupCap }> => {
  const state = new LeadInPass(lead)
  for (const capability of order) {
    if (!state.needs(capability)) continue
    // An address or a website that this pass found can be on the list.
    if (Object.keys(state.found).length > 0 && (await isSuppressed(parts, within, state))) break
    const input = inputOf(state)
    const outcome = await askChain(parts, within, { scope, capability, input }, signal)
    if ('cap' in outcome) return outcome
    if (outcome.found)
      state.take(capability, outcome.found.result, evidenceOf(outcome.found.result, outcome.found.from))
  }
  const { address, verdict, found } = state
  return { address, verdict: address === null ? null : verdict, found }
}

const isSuppressed = async ({ vault }: Pick<LookupParts, 'vault'>, within: InTransaction, lead: LeadInPass) =>
  (await within((tx) => suppressedLeads(tx, vault, [lead]))).has(lead)
