import { hasWords } from '../../../platform/db/has-words.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, SoughtName } from '../../domain.ts'

const value = (field: string) => `evidence #>> '{${field},value}'`
const person = `coalesce(${value('name')}, nullif(concat_ws(' ', ${value('firstName')}, ${value('lastName')}), ''))`

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
