import { type RowOf, table } from '../db/table.ts'

/** Settings that all machines share: files of an operator that became rows. */
export const instanceSetting = table('instance_setting', { name: 'text', value: 'jsonb' })

export type SettingName = 'agents' | 'model-hosts'
export type InstanceSettingRow = RowOf<typeof instanceSetting, { name: SettingName }>
