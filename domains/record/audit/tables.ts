import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { AuditEntry } from './contract.ts'

export const auditRow = table('audit_row', {
  id: 'uuid',
  position: 'int8',
  occurredAt: 'timestamptz',
  actorType: 'text',
  actorId: 'text?',
  action: 'text',
  category: 'text',
  resourceType: 'text?',
  resourceId: 'text?',
  parentType: 'text?',
  parentId: 'text?',
  outcome: 'text',
  severity: 'text',
  source: 'text',
  requestId: 'text?',
  traceId: 'text?',
})

export const auditDetail = table('audit_detail', { details: 'jsonb?', erasedAt: 'timestamptz?' })

type Words = Pick<Static<typeof AuditEntry>, 'actorType' | 'category' | 'outcome' | 'severity' | 'source'>
type Metadata = { readonly details: Record<string, unknown> | null }
export type EntryRow = RowOf<typeof auditRow, Words> & RowOf<typeof auditDetail, Metadata>
