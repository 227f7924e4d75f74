import type { Scope } from '../../../platform/access/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'

export const apiKey = table(
  'api_key',
  {
    id: 'uuid',
    userId: 'uuid',
    name: 'text',
    hint: 'text',
    scopes: 'text[]',
    projectIds: 'uuid[]?',
    expiresAt: 'timestamptz?',
    lastUsedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', secretHash: 'bytea', revokedBy: 'uuid?' },
)

/** A key with the person it belongs to. */
export type ApiKeyRow = RowOf<typeof apiKey, { scopes: Scope[] }> & {
  readonly ownerName: string
  readonly ownerEmail: string
}
