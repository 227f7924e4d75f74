import { oneRowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { growthLeadList, type LeadListRow } from './tables.ts'

export const insertLeadList = statement<ChangedBy & Pick<LeadListRow, 'id' | 'fileName'> & { growthProjectId: string }>(
  'growth-lead-list.insert',
  insertInto(growthLeadList, ['id', 'growthProjectId', 'fileName'], {
    workspaceId: ':workspace',
    uploadedBy: ':userId',
    createdAt: ':now',
  }),
)

export const finishLeadList = oneRowStatement<
  Pick<LeadListRow, 'id' | 'rowsRead' | 'rowsImported'> & { now: Date },
  LeadListRow
>(
  'growth-lead-list.finish',
  `update growth_lead_list set rows_read = :rowsRead, rows_imported = :rowsImported, finished_at = :now
   where workspace_id = :workspace and id = :id returning ${growthLeadList.columns}`,
)

const count = oneRowStatement<{ growthProjectId: string }, { leads: number }>(
  'growth-lead-list.count-leads',
  `select count(*)::int as leads from growth_lead
   where workspace_id = :workspace and growth_project_id = :growthProjectId`,
)
export const leadsIn = async (tx: Transaction, growthProjectId: string) => (await count(tx, { growthProjectId })).leads

interface NewLeads {
  readonly growthProjectId: string
  readonly listId: string
  readonly ids: readonly string[]
  /** Empty for a lead without an address. */
  readonly addresses: readonly string[]
  readonly domains: readonly string[]
  readonly pages: readonly string[]
  readonly evidence: readonly string[]
  /** `true` or `false`. */
  readonly consents: readonly string[]
  readonly now: Date
}
// In the order of the addresses: two lists that share some wait for each other in one order.
const insertLeads = statement<NewLeads, { id: string }>(
  'growth-lead-list.insert-leads',
  `insert into growth_lead (id, workspace_id, growth_project_id, lead_list_id, status, address, domain, page, evidence, has_consent,
     created_at, status_changed_at)
   select id, :workspace, :growthProjectId, :listId, 'new', nullif(address, ''), domain, page, evidence::jsonb,
     consent::boolean, :now, :now
   from unnest(:ids::uuid[], :addresses::text[], :domains::text[], :pages::text[], :evidence::text[],
     :consents::text[]) as one (id, address, domain, page, evidence, consent)
   where address <> '' or not exists (select from growth_lead known
     where known.growth_project_id = :growthProjectId and known.domain = one.domain and known.page = one.page)
   order by domain, page, address
   on conflict do nothing returning id`,
)
/** Inserts the leads of unknown addresses, or without an address of unknown companies and pages; returns their ids. */
export const insertListedLeads = async (tx: Transaction, leads: NewLeads): Promise<ReadonlySet<string>> =>
  new Set((await insertLeads(tx, leads)).map(({ id }) => id))

interface ListedConsents {
  readonly growthProjectId: string
  readonly listId: string
  /** Empty for a lead without an address. */
  readonly addresses: readonly string[]
  readonly domains: readonly string[]
  readonly pages: readonly string[]
  /** Each as evidence. */
  readonly consents: readonly string[]
  /** `true` or `false`. */
  readonly given: readonly string[]
}
// The first text of a list counts, and a known text changes nothing.
/** Sets the consent of known leads from a list; returns the changed leads, with the row. */
export const updateListedConsents = statement<ListedConsents, { id: string; hasConsent: boolean; row: number }>(
  'growth-lead-list.update-consents',
  `with listed as (select distinct on (address, domain, page) address, domain, page, consent::jsonb, given::boolean
     from unnest(:addresses::text[], :domains::text[], :pages::text[], :consents::text[], :given::text[])
       with ordinality as one (address, domain, page, consent, given, place) order by address, domain, page, place),
   found as (
     select lead.id, listed.consent, listed.given from listed join growth_lead lead on lead.address = listed.address
       where lead.workspace_id = :workspace and lead.growth_project_id = :growthProjectId
     union all
     select lead.id, listed.consent, listed.given from listed join growth_lead lead on lead.domain = listed.domain
       and lead.page = listed.page where listed.address = '' and lead.address is null
         and lead.workspace_id = :workspace and lead.growth_project_id = :growthProjectId),
   known as materialized (
     select lead.id, found.consent, found.given from growth_lead lead join found on found.id = lead.id
     where lead.workspace_id = :workspace and lead.lead_list_id <> :listId
       and coalesce(lead.evidence #>> '{consent,listId}', '') <> :listId::text
       and coalesce(lead.evidence #>> '{consent,value}', '') <> found.consent ->> 'value'
     order by lead.id for update of lead)
   update growth_lead set has_consent = known.given, evidence = evidence || jsonb_build_object('consent', known.consent)
   from known where growth_lead.workspace_id = :workspace and growth_lead.id = known.id
   returning growth_lead.id, growth_lead.has_consent as "hasConsent", (known.consent ->> 'row')::int as row`,
)

const removeLeads = statement<{ id: string }>(
  'growth-lead-list.remove-leads',
  'delete from growth_lead where workspace_id = :workspace and lead_list_id = :id',
)
const remove = statement<{ id: string }>(
  'growth-lead-list.remove',
  'delete from growth_lead_list where workspace_id = :workspace and id = :id and finished_at is null',
)
/** Deletes the rows of an upload that did not end. */
export const removeBrokenList = async (tx: Transaction, id: string) => {
  await removeLeads(tx, { id })
  await remove(tx, { id })
}

const isBroken = `finished_at is null and created_at < now() - make_interval(days => ${retention.unfinishedLeadLists.days})`
export const unfinishedListsDueIn = workspacesDue('growth-lead-list', `growth_lead_list where ${isBroken}`)

const broken = statement<{ limit: number }, { id: string }>(
  'growth-lead-list.broken',
  `select id from growth_lead_list where workspace_id = :workspace and ${isBroken} order by created_at limit :limit`,
)
/** Deletes at most `limit` lists whose upload did not end, with their leads; returns their number. */
export const removeUnfinishedLists = async (tx: Transaction, limit: number) => {
  const lists = await broken(tx, { limit })
  for (const { id } of lists) await removeBrokenList(tx, id)
  return lists.length
}

/** The list that each of these leads came with. */
export const listsOfLeads = statement<
  { ids: readonly string[] },
  LeadListRow & { leadId: string; growthProjectId: string; uploadedBy: string }
>(
  'growth-lead-list.of-leads',
  `select ${growthLeadList.columns}, lead.id as "leadId", growth_lead_list.growth_project_id as "growthProjectId",
     growth_lead_list.uploaded_by as "uploadedBy"
   from growth_lead lead join growth_lead_list on growth_lead_list.id = lead.lead_list_id
   where lead.workspace_id = :workspace and lead.id = any(:ids::uuid[]) order by lead.id`,
)
