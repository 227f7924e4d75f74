import { table, type RowOf } from '../../../platform/db/table.ts'
import type { FileRole, MediaKind } from './rules.ts'

export const aiMedia = table(
  'ai_media',
  {
    id: 'uuid',
    projectId: 'uuid?',
    kind: 'text',
    title: 'text?',
    model: 'text',
    costMicros: 'int8?',
    durationMs: 'int8?',
    language: 'text?',
    wordCount: 'int4?',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', callId: 'uuid' },
)
export type MediaRow = RowOf<typeof aiMedia, { kind: MediaKind }>

export const aiMediaFile = table(
  'ai_media_file',
  { mediaId: 'uuid', place: 'int4', role: 'text', assetId: 'uuid' },
  { workspaceId: 'uuid' },
)
export type MediaFileRow = RowOf<typeof aiMediaFile, { role: FileRole }>
