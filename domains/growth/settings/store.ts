import { oneRowStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { rulesByDefault, type GrowthRules } from './rules.ts'
import { growthSettingsTable, type SettingsRow, growthLookupMonth, type LookupMonthRow } from './tables.ts'

const { columns } = growthSettingsTable

/** The workspace's settings; undefined without any. */
export const findSettings = rowStatement<NoValues, SettingsRow>(
  'growth-settings.find',
  `select ${columns} from growth_settings where workspace_id = :workspace`,
)

/** The rules that hold, whether they were set or not. */
export const growthRules = async (tx: Transaction): Promise<GrowthRules> => (await findSettings(tx)) ?? rulesByDefault

/** The workspace's settings, locked; undefined without any. */
export const lockSettings = rowStatement<NoValues, SettingsRow>(
  'growth-settings.lock',
  `select ${columns} from growth_settings where workspace_id = :workspace for no key update`,
)
const names = [
  'hardCapMicros',
  'bookingUrl',
  'senderPostalAddress',
  'sendApproval',
  'sendingDays',
  'sendingFrom',
  'sendingUntil',
  'leadRetentionDays',
  'refusalDays',
  'contributesToIndex',
] as const
const begin = statement<GrowthRules & ChangedBy>(
  'growth-settings.begin',
  insertInto(
    growthSettingsTable,
    names,
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    'on conflict (workspace_id) do nothing',
  ),
)

/** The rules as they are, locked: of two changes at the same time the second sees the first. */
export const lockRules = async (tx: Transaction, now: Date, userId: string): Promise<GrowthRules> => {
  await begin(tx, { ...rulesByDefault, now, userId })
  return (await lockSettings(tx))!
}

const save = oneRowStatement<GrowthRules & ChangedBy, SettingsRow>(
  'growth-settings.save',
  `update growth_settings set hard_cap_micros = :hardCapMicros, booking_url = :bookingUrl,
     sender_postal_address = :senderPostalAddress, send_approval = :sendApproval, sending_days = :sendingDays,
     sending_from = :sendingFrom, sending_until = :sendingUntil, lead_retention_days = :leadRetentionDays,
     refusal_days = :refusalDays, contributes_to_index = :contributesToIndex, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace returning ${columns}`,
)
export const saveRules = (tx: Transaction, rules: GrowthRules, now: Date, userId: string) =>
  save(tx, { ...rules, now, userId })

const month = oneRowStatement<{ now: Date }, { begin: Date }>(
  'growth-settings.month',
  `select date_trunc('month', :now::timestamptz at time zone workspace_time_zone()) at time zone workspace_time_zone()
     as begin`,
)
/** The beginning of the month in the workspace's time zone. */
export const beginOfMonth = async (tx: Transaction, now: Date) => (await month(tx, { now })).begin

const { columns: moneyColumns } = growthLookupMonth

/** The account of the month; undefined if nothing was looked up in it. */
export const findLookupMonth = rowStatement<{ now: Date }, LookupMonthRow>(
  'growth-lookup-month.find',
  `select ${moneyColumns} from growth_lookup_month where workspace_id = :workspace and month = month_here(:now)`,
)

const beginMonth = statement<{ now: Date }>(
  'growth-lookup-month.begin',
  insertInto(
    growthLookupMonth,
    [],
    { workspaceId: ':workspace', month: 'month_here(:now)' },
    'on conflict (workspace_id, month) do nothing',
  ),
)
const lockMonth = oneRowStatement<{ now: Date }, LookupMonthRow>(
  'growth-lookup-month.lock',
  `select ${moneyColumns} from growth_lookup_month where workspace_id = :workspace and month = month_here(:now)
   for no key update`,
)
/** The account of the month, locked: of two look-ups at the same time the second counts the first. */
export const lockLookupMonth = async (tx: Transaction, now: Date): Promise<LookupMonthRow> => {
  await beginMonth(tx, { now })
  return lockMonth(tx, { now })
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

export const moveHeldToSpent = statement<Amount & { costMicros: number; creditCostMicros: number }>(
  'growth-lookup-month.settle',
  `update growth_lookup_month set held_micros = held_micros - :micros, credit_held_micros = credit_held_micros - :creditMicros,
     spent_micros = spent_micros + :costMicros, credit_spent_micros = credit_spent_micros + :creditCostMicros
   where workspace_id = :workspace and month = :month`,
)
