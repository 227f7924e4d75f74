import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { growthLookupMonth, type LookupMonthRow } from './tables.ts'

const { columns } = growthLookupMonth

const find = statement<{ now: Date }, LookupMonthRow>(
  'growth-lookup-month.find',
  `select ${columns} from growth_lookup_month where workspace_id = :workspace and month = month_here(:now)`,
)
/** The account of the month; undefined if nothing was looked up in it. */
export const findLookupMonth = async (tx: Transaction, now: Date) => (await find(tx, { now })).at(0)

const begin = statement<{ now: Date }>(
  'growth-lookup-month.begin',
  insertInto(
    growthLookupMonth,
    [],
    { workspaceId: ':workspace', month: 'month_here(:now)' },
    'on conflict (workspace_id, month) do nothing',
  ),
)
const lock = statement<{ now: Date }, LookupMonthRow>(
  'growth-lookup-month.lock',
  `select ${columns} from growth_lookup_month where workspace_id = :workspace and month = month_here(:now)
   for no key update`,
)
/** The account of the month, locked: of two look-ups at the same time the second counts the first. */
export const lockLookupMonth = async (tx: Transaction, now: Date): Promise<LookupMonthRow> => {
  await begin(tx, { now })
  return (await lock(tx, { now }))[0]!
}

interface Amount {
  readonly month: string
  readonly micros: number
  /** The part that the instance pays: all of it, or nothing. */
  readonly creditMicros: number
}
export const addHeld = statement<Amount>(
  'growth-lookup-month.hold',
  `update growth_lookup_month set held_micros = held_micros + :micros, credit_held_micros = credit_held_micros + :creditMicros
   where workspace_id = :workspace and month = :month`,
)

interface Settled extends Amount {
  readonly costMicros: number
  readonly creditCostMicros: number
}
export const moveHeldToSpent = statement<Settled>(
  'growth-lookup-month.settle',
  `update growth_lookup_month set held_micros = held_micros - :micros, credit_held_micros = credit_held_micros - :creditMicros,
     spent_micros = spent_micros + :costMicros, credit_spent_micros = credit_spent_micros + :creditCostMicros
   where workspace_id = :workspace and month = :month`,
)
