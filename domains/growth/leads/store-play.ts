import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RegionRules } from './rules/countries.ts'

interface PlayFacts extends RegionRules {
  readonly isRunning: boolean
}
const find = statement<{ id: string }, PlayFacts>(
  'growth-lead.find-play',
  `select status = 'active' and acknowledged_at is not null as "isRunning", excluded_countries as "excludedCountries",
     excludes_unknown_law as "excludesUnknownLaw"
   from growth_play where workspace_id = :workspace and id = :id`,
)
/** What a lead has to know of its play. */
export const playOf = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)
