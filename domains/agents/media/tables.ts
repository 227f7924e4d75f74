import { table, type RowOf } from '../../../platform/db/table.ts'
import type { FileRole, MediaKind } from './rules.ts'
import type { Verdict, VideoStatus } from './rules/videos.ts'

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

export const aiVideo = table(
  'ai_video',
  {
    id: 'uuid',
    projectId: 'uuid?',
    title: 'text?',
    prompt: 'text?',
    model: 'text',
    endpointId: 'uuid?',
    seconds: 'int4',
    ratioPercent: 'int4?',
    status: 'text',
    providerVideoId: 'text?',
    sentAt: 'timestamptz?',
    percent: 'int4?',
    callId: 'uuid',
    isPriced: 'bool',
    reservedMicros: 'int8',
    costMicros: 'int8?',
    failure: 'text?',
    assetId: 'uuid?',
    verdict: 'text?',
    reviewNote: 'text?',
    reviewedAt: 'timestamptz?',
    runId: 'uuid?',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', polls: 'int4', failures: 'int4', reviewedBy: 'uuid?', polledAt: 'timestamptz?' },
)
export type VideoRow = RowOf<typeof aiVideo, { status: VideoStatus; verdict: Verdict | null }>
