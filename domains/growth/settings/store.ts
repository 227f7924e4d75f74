import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rulesByDefault, type GrowthRules } from './rules.ts'
import { growthSettingsTable, type SettingsRow } from './tables.ts'

const { columns } = growthSettingsTable

const find = statement<NoValues, SettingsRow>(
  'growth-settings.find',
  `select ${columns} from growth_settings where workspace_id = :workspace`,
)
/** The workspace's settings; undefined without any. */
export const findSettings = async (tx: Transaction) => (await find(tx)).at(0)

/** The rules that hold, whether they were set or not. */
export const growthRules = async (tx: Transaction): Promise<GrowthRules> => (await findSettings(tx)) ?? rulesByDefault

const lock = statement<NoValues, SettingsRow>(
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
const begin = statement<GrowthRules & { now: Date; userId: string }>(
  'growth-settings.begin',
  insertInto(
    growthSettingsTable,
    names,
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    'on conflict (workspace_id) do nothing',
  ),
)
/** The workspace's settings, locked; undefined without any. */
export const holdSettings = async (tx: Transaction) => (await lock(tx)).at(0)

/** The rules as they are, locked: of two changes at the same time the second sees the first. */
export const lockRules = async (tx: Transaction, now: Date, userId: string): Promise<GrowthRules> => {
  await begin(tx, { ...rulesByDefault, now, userId })
  return (await lock(tx))[0]!
}

const save = statement<GrowthRules & { now: Date; userId: string }, SettingsRow>(
  'growth-settings.save',
  `update growth_settings set hard_cap_micros = :hardCapMicros, booking_url = :bookingUrl,
     sender_postal_address = :senderPostalAddress, send_approval = :sendApproval, sending_days = :sendingDays,
     sending_from = :sendingFrom, sending_until = :sendingUntil, lead_retention_days = :leadRetentionDays,
     refusal_days = :refusalDays, contributes_to_index = :contributesToIndex, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace returning ${columns}`,
)
export const saveRules = async (tx: Transaction, rules: GrowthRules, now: Date, userId: string) => {
  const { hardCapMicros, bookingUrl, senderPostalAddress, sendApproval, sendingDays, sendingFrom, sendingUntil } = rules
  const { leadRetentionDays, refusalDays, contributesToIndex } = rules
  const values = {
    hardCapMicros,
    bookingUrl,
    senderPostalAddress,
    sendApproval,
    sendingDays,
    sendingFrom,
    sendingUntil,
  }
  return (await save(tx, { ...values, leadRetentionDays, refusalDays, contributesToIndex, now, userId }))[0]!
}

const month = statement<{ now: Date }, { begin: Date }>(
  'growth-settings.month',
  `select date_trunc('month', :now::timestamptz at time zone workspace_time_zone()) at time zone workspace_time_zone()
     as begin`,
)
/** The beginning of the month in the workspace's time zone. */
export const beginOfMonth = async (tx: Transaction, now: Date) => (await month(tx, { now }))[0]!.begin
