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
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type SettingsRow = RowOf<typeof growthSettingsTable, { sendApproval: SendApproval; sendingDays: Weekday[] }>
