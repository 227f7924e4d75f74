import type { Static } from '../../../platform/contract/index.ts'
import type { AuditEntry } from './contract.ts'
import type { EntryRow } from './tables.ts'

export const presentEntry = ({ details, ...row }: EntryRow): Static<typeof AuditEntry> => ({
  ...row,
  metadata: details,
})
