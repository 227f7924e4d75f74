import { json, statement, type Json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { AddressVerdict, Evidence, LeadField } from './rules.ts'
import { growthLead, type LeadRow } from './tables.ts'

const { columns } = growthLead

const waits = `status = 'new' and looked_up_at is null and lookup_pass_id is null`

const markAll = statement<{ growthProjectId: string; passId: string }, { id: string }>(
  'growth-lead.mark-new',
  `update growth_lead set lookup_pass_id = :passId
   where workspace_id = :workspace and growth_project_id = :growthProjectId and ${waits} returning id`,
)
/** Assigns to a pass all new leads that were never looked up and wait for no other pass; returns their number. */
export const markNewLeads = async (tx: Transaction, growthProjectId: string, passId: string): Promise<number> =>
  (await markAll(tx, { growthProjectId, passId })).length

const mark = statement<{ growthProjectId: string; ids: readonly string[]; passId: string }, { id: string }>(
  'growth-lead.mark',
  `update growth_lead set lookup_pass_id = :passId
   where workspace_id = :workspace and growth_project_id = :growthProjectId and id = any(:ids::uuid[]) and ${waits}
   returning id`,
)
/** Assigns to a pass only some of its leads. */
export const markLeads = async (
  tx: Transaction,
  growthProjectId: string,
  ids: readonly string[],
  passId: string,
): Promise<number> => (await mark(tx, { growthProjectId, ids, passId })).length

/** The next leads of a pass. */
export const leadsOfPass = statement<{ passId: string; limit: number }, LeadRow>(
  'growth-lead.of-pass',
  `select ${columns} from growth_lead where workspace_id = :workspace and lookup_pass_id = :passId order by id limit :limit`,
)

const unmark = statement<{ passId: string }, { id: string }>(
  'growth-lead.unmark',
  'update growth_lead set lookup_pass_id = null where workspace_id = :workspace and lookup_pass_id = :passId returning id',
)
/** Releases the remaining leads of an ended pass; returns their number. */
export const unmarkLeads = async (tx: Transaction, passId: string) => (await unmark(tx, { passId })).length

/** Removes one lead from its pass without a look-up. */
export const leaveOut = statement<{ id: string }>(
  'growth-lead.leave-pass',
  'update growth_lead set lookup_pass_id = null where workspace_id = :workspace and id = :id',
)

interface LookedUpLead {
  readonly id: string
  readonly passId: string
  readonly address: string | null
  readonly verdict: AddressVerdict | null
  /** The found facts; known facts stay unchanged. */
  readonly found: Readonly<Partial<Record<LeadField, Evidence>>>
  readonly now: Date
}
// Another lead may have got the same address since: then the lead continues without it.
const save = statement<Omit<LookedUpLead, 'found'> & { found: Json }, { id: string }>(
  'growth-lead.save-looked-up',
  `with free as (
     select case when :address::text is null or exists (select from growth_lead other
         where other.growth_project_id = lead.growth_project_id and other.address = :address and other.id <> lead.id)
       then lead.address else :address end as address
     from growth_lead lead where lead.workspace_id = :workspace and lead.id = :id)
   update growth_lead set address = free.address,
     address_verdict = case when free.address is not distinct from :address then :verdict::text end,
     evidence = case when free.address is not distinct from :address then :found::jsonb else :found::jsonb - 'email' end || evidence,
     looked_up_at = :now, lookup_pass_id = null
   from free where growth_lead.workspace_id = :workspace and growth_lead.id = :id and lookup_pass_id = :passId
   returning growth_lead.id`,
)
/** Updates a lead that its pass still has with the found facts; undefined if it was removed or taken away. */
export const saveLookedUp = async (tx: Transaction, { found, ...lead }: LookedUpLead) =>
  (await save(tx, { ...lead, found: json(found) })).at(0)

const addresses = statement<
  { domain: string; limit: number },
  { address: string | null; evidence: LeadRow['evidence'] }
>(
  'growth-lead.addresses-at',
  `select address, evidence from growth_lead
   where workspace_id = :workspace and domain = :domain and address is not null
     and address_verdict is distinct from 'invalid' order by created_at limit :limit`,
)
/** Addresses at a domain that this workspace knows, with the facts beside them. */
export const addressesAt = async (tx: Transaction, domain: string, limit: number) =>
  (await addresses(tx, { domain, limit })).flatMap(({ address, evidence }) =>
    address === null ? [] : [{ address, evidence }],
  )

/** The newest leads whose person is named, for a comparison of providers. */
export const namedLeads = statement<{ limit: number }, LeadRow>(
  'growth-lead.named',
  `select ${columns} from growth_lead
   where workspace_id = :workspace and status <> 'disqualified' and opted_out_at is null
     and (evidence ? 'name' or (evidence ? 'firstName' and evidence ? 'lastName'))
   order by created_at desc, id desc limit :limit`,
)
