import { countedPage, countOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { leadRetention, refusalDays } from '../settings/index.ts'
import { isOfMailbox, mailboxFilter, type MailboxFilter, normalAddress } from '../suppression/index.ts'
import type { LeadStatus } from './rules.ts'
import { growthLead, type LeadRow } from './tables.ts'
import { hasWords } from '../../../platform/db/fragments.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'
import { leadPerson as person, leadValue as value } from './joins.ts'

const { columns } = growthLead

interface LeadFilter {
  readonly growthProjectId: string
  /** Null for leads of any play and without a play. */
  readonly growthPlayId: string | null
  readonly status: LeadStatus | null
  /** In normal form, with any tag; null for any. */
  readonly address: string | null
}
type PageFilter = Omit<LeadFilter, 'address'> & { readonly mailbox: string | null; readonly tagged: string | null }
const listed = `growth_lead
   where workspace_id = :workspace and growth_project_id = :growthProjectId and (created_at, id) < (:at, :id)
     and (:mailbox::text is null or address = :mailbox or address like :tagged::text)
     and (:status::text is null or status = :status) and (:growthPlayId::uuid is null or growth_play_id = :growthPlayId)`
const page = statement<Cursor & PageFilter & { rows: number }, LeadRow>(
  'growth-lead.page',
  `select ${columns} from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<Cursor & PageFilter & { rows: number }, RowCount>('growth-lead.count', countOf(listed))
export const leadPage = async (tx: Transaction, { address, ...filter }: LeadFilter, after: Cursor, limit: number) => {
  const mailbox = address === null ? { mailbox: null, tagged: null } : mailboxFilter(address)
  return countedPage(tx, { page, count }, { ...after, ...filter, ...mailbox }, limit)
}

export const leadsById = statement<{ ids: readonly string[] }, LeadRow>(
  'growth-lead.by-ids',
  `select ${columns} from growth_lead where workspace_id = :workspace and id = any(:ids::uuid[])`,
)

export const findLead = rowStatement<{ id: string }, LeadRow>('growth-lead.find', selectById(growthLead))

export const lockLead = rowStatement<{ id: string }, LeadRow>('growth-lead.lock', selectById(growthLead, 'for update'))

export const moveLead = oneRowStatement<{ id: string; status: LeadStatus; now: Date }, LeadRow>(
  'growth-lead.move',
  `update growth_lead set status = :status, status_changed_at = :now
   where workspace_id = :workspace and id = :id returning ${columns}`,
)

/** Makes a lead wait for another look-up; known facts stay, except for the verdict on its address. */
export const waitForLookup = statement<{ id: string }>(
  'growth-lead.look-again',
  `update growth_lead set looked_up_at = null, address_verdict = null where workspace_id = :workspace and id = :id`,
)

const isOld = `contacted_at is null and not has_consent and created_at < now() - make_interval(days => `
/** Workspaces with leads that are older than the shortest retention that a workspace can set. */
export const leadsDueIn = workspacesDue('growth-lead', `growth_lead where ${isOld} ${leadRetention.leastDays})`)

const removeOld = statement<{ limit: number }, { id: string }>(
  'growth-lead.remove-old',
  `delete from growth_lead where id = any(array(select id from growth_lead where workspace_id = :workspace
     and ${isOld} ${leadRetention.days}) order by created_at limit :limit)) returning id`,
)
/** Deletes at most `limit` leads without contact or consent after their retention; returns their number. */
export const removeOldLeads = async (tx: Transaction, limit: number) => (await removeOld(tx, { limit })).length

const ofMailbox = statement<MailboxFilter, LeadRow>(
  'growth-lead.of-mailbox',
  `select ${columns} from growth_lead where workspace_id = :workspace and ${isOfMailbox('address')} order by id limit 10000`,
)
/** The leads of a workspace with an address of a mailbox, with any tag. */
export const leadsOfMailbox = (tx: Transaction, address: string) => ofMailbox(tx, mailboxFilter(address))

/** The leads in a person's own data: those with their address. */
export const leadsOfPerson = async (tx: Transaction, email: string) => {
  const address = normalAddress(email)
  return address === undefined ? [] : leadsOfMailbox(tx, address)
}

/** Removes leads, with their mails. */
export const eraseLeads = statement<{ ids: readonly string[] }>(
  'growth-lead.erase',
  'delete from growth_lead where workspace_id = :workspace and id = any(:ids::uuid[])',
)

/** Leads by any part of their name, company, address or domain, the newest first. */
export const foundLeads = statement<SoughtName, FoundName>(
  'growth-lead.found',
  `select id, coalesce(${person}, address, domain) as name,
     concat_ws(' · ', case when ${person} is not null then address end, coalesce(${value('company')}, domain)) as also,
     growth_project_id as "parentId"
   from growth_lead where workspace_id = :workspace and ${hasWords('searched_name')}
   order by created_at desc, id desc limit :rows`,
)

/** The names of these leads; without a name the address or domain. */
export const namesOfLeads = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-lead.names',
  `select id, coalesce(${person}, address, domain) as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_lead
   where workspace_id = :workspace and id = any(:ids)`,
)

/** Records that the person of a lead refused; null that they did not. */
export const saveRefusal = statement<{ id: string; at: Date | null }>(
  'growth-lead.refuse',
  'update growth_lead set refused_at = :at where workspace_id = :workspace and id = :id',
)

/** Records that a person wants mail for a lead in spite of the refusals before. */
export const confirmDespiteRefusal = statement<{ id: string; now: Date }>(
  'growth-lead.confirm-despite-refusal',
  'update growth_lead set refusal_confirmed_at = :now where workspace_id = :workspace and id = :id',
)

const refused = statement<Record<'ids' | 'mailboxes' | 'tagged', readonly string[]>, { id: string }>(
  'growth-lead.refused-elsewhere',
  `select distinct one.id from unnest(:ids::uuid[], :mailboxes::text[], :tagged::text[]) as one (id, mailbox, tagged)
     join growth_lead lead on lead.workspace_id = :workspace and lead.id = one.id
     join growth_lead other on other.workspace_id = :workspace and other.id <> one.id
       and (other.address = one.mailbox or other.address like one.tagged)
   where other.refused_at > now() - make_interval(days => ${refusalDays})
     and (lead.refusal_confirmed_at is null or lead.refusal_confirmed_at < other.refused_at)`,
)
/** The leads whose person refused in another thread of the workspace, unless that was confirmed for the lead since. */
export const refusedElsewhere = async (tx: Transaction, leads: readonly LeadRow[]): Promise<ReadonlySet<string>> => {
  const mailboxes = leads.flatMap(({ id, address }) => (address === null ? [] : [{ id, ...mailboxFilter(address) }]))
  if (mailboxes.length === 0) return new Set()
  const found = await refused(tx, {
    ids: mailboxes.map(({ id }) => id),
    mailboxes: mailboxes.map(({ mailbox }) => mailbox),
    tagged: mailboxes.map(({ tagged }) => tagged),
  })
  return new Set(found.map(({ id }) => id))
}
