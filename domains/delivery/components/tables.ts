import { table, type RowOf } from '../../../platform/db/table.ts'

// Without the document, which may be 16 MiB: code that needs it reads it separately.
export const componentBill = table(
  'component_bill',
  {
    id: 'uuid',
    projectId: 'uuid',
    repositoryId: 'uuid',
    commitSha: 'text',
    state: 'text',
    tries: 'int4',
    sha256: 'text?',
    deliveredAt: 'timestamptz',
  },
  { workspaceId: 'uuid', dueAt: 'timestamptz', document: 'text?' },
)
export type BillRow = RowOf<typeof componentBill, { state: 'pending' | 'ready' | 'failed' }>

export const componentFile = table(
  'component_file',
  { projectId: 'uuid', billId: 'uuid', path: 'text', type: 'text', state: 'text', contentSha256: 'text' },
  { workspaceId: 'uuid' },
)

export const lockedComponent = table(
  'locked_component',
  { contentSha256: 'text', type: 'text', name: 'text', version: 'text', isDevelopment: 'bool' },
  { workspaceId: 'uuid', projectId: 'uuid' },
)

export const vulnerabilityNotice = table(
  'vulnerability_notice',
  {
    id: 'uuid',
    clientAccountId: 'uuid',
    vulnerability: 'text',
    note: 'text',
    toldAt: 'timestamptz',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type NoticeRow = RowOf<typeof vulnerabilityNotice>
