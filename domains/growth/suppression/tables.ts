import { table, type RowOf } from '../../../platform/db/table.ts'
import type { SuppressionKind, SuppressionSource } from './rules.ts'

export const growthSuppressionKey = table(
  'growth_suppression_key',
  { keyVersion: 'int4', ciphertext: 'bytea' },
  { workspaceId: 'uuid', createdAt: 'timestamptz' },
)

export const growthSuppression = table(
  'growth_suppression',
  { id: 'uuid', kind: 'text', value: 'text?', source: 'text', addedBy: 'uuid?', createdAt: 'timestamptz' },
  { workspaceId: 'uuid', valueHash: 'text' },
)
export type SuppressionRow = RowOf<typeof growthSuppression, { kind: SuppressionKind; source: SuppressionSource }>
