import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface SettingsRow {
  readonly workspaceId: string
  readonly name: string
  readonly timeZone: string
  readonly locale: string
  readonly revision: number
}
const columns = 'id as "workspaceId", name, time_zone as "timeZone", locale, settings_revision as revision'

const find = statement<NoValues, SettingsRow>(
  'workspaces.settings',
  `select ${columns} from workspace where id = :workspace`,
)
export const readWorkspaceSettings = async (tx: Transaction): Promise<SettingsRow> => (await find(tx)).at(0)!

const save = statement<Omit<SettingsRow, 'workspaceId'>, SettingsRow>(
  'workspaces.save-settings',
  `update workspace set name = :name, time_zone = :timeZone, locale = :locale, settings_revision = settings_revision + 1
   where id = :workspace and settings_revision = :revision returning ${columns}`,
)
/** Updates the settings; undefined if they were changed after the given revision. */
export const saveSettings = async (tx: Transaction, settings: Omit<SettingsRow, 'workspaceId'>) =>
  (await save(tx, settings)).at(0)

const zone = statement<{ timeZone: string }, { isKnown: boolean }>(
  'workspaces.knows-time-zone',
  'select exists (select from pg_timezone_names where name = :timeZone) as "isKnown"',
)
/** True if the database computes in this time zone, by exactly this name. */
export const knowsTimeZone = async (tx: Transaction, timeZone: string) => (await zone(tx, { timeZone }))[0]!.isKnown
