import { json, matchStatement, rowStatement, statement, type Json, type NoValues } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import { instanceSetting, type InstanceSettingRow, type SettingName } from './tables.ts'

/** The channel on which servers hear that a setting, or the number of machines, has changed. */
export const settingsChannel = 'atelier_settings'

const all = statement<NoValues, InstanceSettingRow>(
  'instance-setting.all',
  `select ${instanceSetting.columns} from instance_setting`,
)
export const instanceSettings = async (tx: Transaction): Promise<ReadonlyMap<SettingName, unknown>> =>
  new Map((await all(tx)).map(({ name, value }) => [name, value]))

const insert = matchStatement<{ name: string; value: Json }, { name: string }>(
  'instance-setting.insert',
  insertInto(instanceSetting, ['name', 'value'], undefined, 'on conflict do nothing returning name'),
)
/** Inserts a setting that has no row; false if it has one. */
export const insertInstanceSetting = (tx: Transaction, name: SettingName, value: object): Promise<boolean> =>
  insert(tx, { name, value: json(value) })

const lock = rowStatement<{ name: string }, InstanceSettingRow>(
  'instance-setting.lock',
  `select ${instanceSetting.columns} from instance_setting where name = :name for update`,
)
export const lockInstanceSetting = async (tx: Transaction, name: SettingName): Promise<unknown> =>
  (await lock(tx, { name }))?.value

const put = statement<{ name: string; value: Json }>(
  'instance-setting.put',
  insertInto(instanceSetting, ['name', 'value'], undefined, 'on conflict (name) do update set value = excluded.value'),
)
/** Replaces a setting. For commands of an operator, who has the address of the database; no operation may call it. */
export const putInstanceSetting = (tx: Transaction, name: SettingName, value: object) =>
  put(tx, { name, value: json(value) })

const announce = statement<{ channel: string }>('instance-setting.announce', `select pg_notify(:channel, '')`)
/** Has servers read the settings again once this transaction commits. */
export const announceSettings = (tx: Transaction) => announce(tx, { channel: settingsChannel })
