import { v7 as uuidv7 } from 'uuid'
import type { Transaction, InTransaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import {
  markLeads,
  markNewLeads,
  type Evidence,
  isMailProvider,
  type LeadField,
  type LeadRow,
  suppressedLeads,
} from '../leads/index.ts'
import { lookupRun } from './graph.ts'
import { beginPass, insertPass, removeEmptyPass } from './store-passes.ts'
import type { PassRow } from './tables.ts'
import type { Capability, LookupResult, Verdict } from '../../../execution/data-providers/index.ts'
import type { LookupCap } from '../settings/index.ts'
import { askChain } from './look-up.ts'
import type { LookupParts } from './catalogue.ts'
import { evidenceOf, inputOf } from './known-facts.ts'
import type { LookupScope } from './store-calls.ts'

interface LookupRequest {
  readonly growthProjectId: string
  /** The play that the leads belong to, which pays; null for none. */
  readonly growthPlayId: string | null
  /** Some of its leads; all that are new without it. */
  readonly leadIds?: readonly string[]
  /** Null if no person asked for it. */
  readonly startedBy: string | null
}

/** Begins a durable pass over the new leads that wait for no other pass; undefined if none is left. */
export const lookUpLeads = async (
  tx: Transaction,
  engine: Pick<Engine, 'start'>,
  { leadIds, ...request }: LookupRequest,
): Promise<PassRow | undefined> => {
  const id = uuidv7()
  await insertPass(tx, { id, ...request, now: await tx.now() })
  const { growthProjectId } = request
  const leads = leadIds
    ? await markLeads(tx, growthProjectId, leadIds, id)
    : await markNewLeads(tx, growthProjectId, id)
  if (leads === 0) {
    await removeEmptyPass(tx, { id })
    return undefined
  }
  const { graph: kind, name: first } = lookupRun.at.look
  const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: id, first })
  return beginPass(tx, { id, leads, runId })
}

type Facts = Readonly<Partial<Record<LeadField, Evidence>>>

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
): Promise<Pick<LeadInPass, 'address' | 'verdict' | 'found'> | { readonly cap: LookupCap }> => {
  const state = new LeadInPass(lead)
  const isSuppressed = async () => (await within((tx) => suppressedLeads(tx, parts.vault, [state]))).has(state)
  for (const capability of order) {
    if (!state.needs(capability)) continue
    // An address or a website that this pass found can be on the list.
    if (Object.keys(state.found).length > 0 && (await isSuppressed())) break
    const input = inputOf(state)
    const outcome = await askChain(parts, within, { scope, capability, input }, signal)
    if ('cap' in outcome) return outcome
    if (outcome.found)
      state.take(capability, outcome.found.result, evidenceOf(outcome.found.result, outcome.found.from))
  }
  const { address, verdict, found } = state
  return { address, verdict: address === null ? null : verdict, found }
}
