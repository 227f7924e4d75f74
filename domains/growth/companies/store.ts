import { oneRowStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { contributesToIndex } from '../settings/index.ts'
import { isShareable, nameKeyOf, type CompanyFacts } from './rules.ts'
import { growthCompany, growthCompanySupply, type CompanyRow } from './tables.ts'

const { columns } = growthCompany

export const findCompany = rowStatement<{ domain: string }, CompanyRow>(
  'growth-company.by-domain',
  `select ${columns} from growth_company where domain = :domain`,
)

const byName = statement<{ nameKey: string }, CompanyRow>(
  'growth-company.by-name',
  `select ${columns} from growth_company where name_key = :nameKey order by domain limit 2`,
)
/** The company of this name; undefined if none, or more than one, has it. */
export const findCompanyNamed = async (tx: Transaction, name: string) => {
  const found = await byName(tx, { nameKey: nameKeyOf(name) })
  return found.length === 1 ? found[0] : undefined
}

const save = statement<CompanyFacts & { nameKey: string; now: Date }>(
  'growth-company.save',
  insertInto(
    growthCompany,
    ['domain', 'name', 'nameKey', 'country', 'imprintUrl', 'registerNumber', 'vatNumber'],
    { readAt: ':now' },
    `on conflict (domain) do update set name = excluded.name, name_key = excluded.name_key, country = excluded.country,
       imprint_url = excluded.imprint_url, register_number = excluded.register_number, vat_number = excluded.vat_number,
       read_at = excluded.read_at`,
  ),
)
const supply = statement<{ domain: string; now: Date }>(
  'growth-company.supply',
  insertInto(
    growthCompanySupply,
    [],
    { workspaceId: ':workspace', domain: ':domain', suppliedAt: ':now' },
    'on conflict (workspace_id, domain) do nothing',
  ),
)
/** Adds a company that this product read itself to the index, if the workspace contributes and it may be shared. */
export const supplyCompany = async (tx: Transaction, facts: CompanyFacts, now: Date): Promise<boolean> => {
  if (!isShareable(facts) || !(await contributesToIndex(tx))) return false
  await save(tx, { ...facts, nameKey: nameKeyOf(facts.name), now })
  await supply(tx, { domain: facts.domain, now })
  return true
}

export const indexCounts = oneRowStatement<NoValues, { companies: number; supplied: number }>(
  'growth-company.counts',
  `select (select count(*)::int from growth_company) as companies,
     (select count(*)::int from growth_company_supply where workspace_id = :workspace) as supplied`,
)
