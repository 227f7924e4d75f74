import type { Static } from '../../../platform/contract/index.ts'
import type { ClientReminders, Reminders } from './contract/reminders.ts'
import { settingFor } from './rules/reminders.ts'
import type { reminderSettings } from './store-reminders.ts'

type Settings = Awaited<ReturnType<typeof reminderSettings>>

export const presentReminders = (settings: Settings): Static<typeof Reminders> => {
  const row = settings.find(({ clientAccountId }) => clientAccountId === null)
  return { days: row?.days ?? [], updatedAt: row?.updatedAt ?? null }
}

export const presentClientReminders = (settings: Settings, accountId: string): Static<typeof ClientReminders> => {
  const own = settings.find(({ clientAccountId }) => clientAccountId === accountId)
  const effectiveDays = [...(settingFor(settings, accountId)?.days ?? [])]
  return { days: own?.days ?? null, effectiveDays, updatedAt: own?.updatedAt ?? null }
}
