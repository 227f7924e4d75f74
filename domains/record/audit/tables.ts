import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { AuditEntry } from './contract.ts'

export const auditRow = table(
  'audit_row',
  {
    id: 'uuid',
    position: 'int8',
    occurredAt: 'timestamptz',
    actorType: 'word',
    actorId: 'text?',
    action: 'text',
    category: 'word',
    resourceType: 'text?',
    resourceId: 'text?',
    parentType: 'text?',
    parentId: 'text?',
    outcome: 'word',
    severity: 'word',
    source: 'word',
    requestId: 'text?',
    traceId: 'text?',
    details: 'jsonb?',
    erasedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', detailsHash: 'bytea', hash: 'bytea', salt: 'bytea?', projectId: 'text?' },
)

type Words = Pick<Static<typeof AuditEntry>, 'actorType' | 'category' | 'outcome' | 'severity' | 'source'>
type Metadata = { readonly details: Record<string, unknown> | null }
export type EntryRow = RowOf<typeof auditRow, Words & Metadata>
