import { table, type RowOf } from '../../../platform/db/table.ts'
import type { SendApproval, Weekday } from './rules.ts'

export const growthSettingsTable = table(
  'growth_settings',
  {
    hardCapMicros: 'int8?',
    bookingUrl: 'text?',
    senderPostalAddress: 'text?',
    sendApproval: 'text',
    sendingDays: 'text[]',
    sendingFrom: 'text',
    sendingUntil: 'text',
    leadRetentionDays: 'int4',
    refusalDays: 'int4',
    contributesToIndex: 'bool',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type SettingsRow = RowOf<typeof growthSettingsTable, { sendApproval: SendApproval; sendingDays: Weekday[] }>

export const growthLookupMonth = table(
  'growth_lookup_month',
  { month: 'text', spentMicros: 'int8', heldMicros: 'int8', creditSpentMicros: 'int8', creditHeldMicros: 'int8' },
  { workspaceId: 'uuid' },
)
export type LookupMonthRow = RowOf<typeof growthLookupMonth>
