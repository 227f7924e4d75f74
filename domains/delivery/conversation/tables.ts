import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AuthorSide, Side, Pin } from './rules.ts'

export const message = table(
  'message',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid?',
    taskId: 'uuid?',
    content: 'text',
    agentId: 'uuid?',
    drives: 'bool',
    givenAt: 'timestamptz?',
    answersId: 'uuid?',
    asksModel: 'bool',
    isCut: 'bool',
    pin: 'jsonb?',
    authorSide: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type MessageRow = RowOf<typeof message, { authorSide: Side; pin: Pin | null }>

export const cycleAttachment = table(
  'cycle_attachment',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    messageId: 'uuid?',
    assetId: 'uuid',
    documentId: 'uuid?',
    name: 'text',
    mediaType: 'text',
    sizeBytes: 'int8',
    authorSide: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type AttachmentRow = RowOf<typeof cycleAttachment, { authorSide: AuthorSide }>
