import { hasWords } from '../../../platform/db/has-words.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'
import { leadPerson as person, leadValue as value } from './joins.ts'

const found = statement<SoughtName, FoundName>(
  'growth-lead.found',
  `select id, coalesce(${person}, address, domain) as name,
     concat_ws(' · ', case when ${person} is not null then address end, coalesce(${value('company')}, domain)) as also,
     growth_project_id as "parentId"
   from growth_lead where workspace_id = :workspace and ${hasWords('searched_name')}
   order by created_at desc, id desc limit :rows`,
)
/** Leads by any part of their name, company, address or domain, the newest first. */
export const foundLeads = (tx: Transaction, sought: SoughtName) => found(tx, sought)

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-lead.names',
  `select id, coalesce(${person}, address, domain) as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_lead
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The names of these leads; without a name the address or domain. */
export const namesOfLeads = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
