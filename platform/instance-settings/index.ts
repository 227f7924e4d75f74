export {
  announceSettings,
  insertInstanceSetting,
  instanceSettings,
  lockInstanceSetting,
  putInstanceSetting,
  settingsChannel,
} from './store.ts'
export type { SettingName } from './tables.ts'
