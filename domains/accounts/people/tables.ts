import { table, type RowOf } from '../../../platform/db/table.ts'
import type { DismissedFailure } from './rules/me.ts'

export const authAct = table('auth_act', {
  workspaceId: 'uuid',
  id: 'uuid',
  entry: 'jsonb',
  createdAt: 'timestamptz',
})

export const erasure = table('erasure', {
  userId: 'uuid',
  name: 'text?',
  email: 'text?',
  requestedAt: 'timestamptz',
  endedAt: 'timestamptz?',
})
export type ErasureRow = RowOf<typeof erasure>

export const erasurePlace = table('erasure_place', {
  workspaceId: 'uuid',
  userId: 'uuid',
  wasMember: 'bool',
  endedAt: 'timestamptz?',
})

export const letterSetting = table(
  'letter_setting',
  { requests: 'bool', approvals: 'bool', failedRuns: 'bool', budgets: 'bool' },
  { userId: 'uuid', updatedAt: 'timestamptz' },
)
export type LetterSettingRow = RowOf<typeof letterSetting>

export const personPreference = table(
  'person_preference',
  { theme: 'text?', density: 'text?', language: 'text?', singleKeys: 'bool', dismissedFailures: 'jsonb' },
  { userId: 'uuid', updatedAt: 'timestamptz' },
)
export type PreferenceRow = RowOf<
  typeof personPreference,
  {
    theme: 'light' | 'dark' | null
    density: 'normal' | 'compact' | null
    language: 'en' | 'de' | null
    dismissedFailures: DismissedFailure[]
  }
>

export const formerName = table('former_name', {
  userId: 'uuid',
  name: 'text',
  email: 'text',
  replacedAt: 'timestamptz',
})
