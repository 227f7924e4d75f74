import type { Static } from '../../../platform/contract/index.ts'
import type { AiVideo } from './contract.ts'
import { usdOf } from './present.ts'
import { shownStatusOf } from './rules-videos.ts'
import type { VideoRow } from './tables.ts'

export const presentVideo = (row: VideoRow): Static<typeof AiVideo> => ({
  id: row.id,
  projectId: row.projectId,
  model: row.model,
  title: row.title,
  status: shownStatusOf(row.status, row.verdict),
  seconds: row.seconds,
  percent: row.percent,
  reservedUsd: usdOf(row.reservedMicros)!,
  costUsd: usdOf(row.costMicros),
  failure: row.failure,
  videoKey: row.assetId,
  verdict: row.verdict,
  reviewNote: row.reviewNote,
  reviewedAt: row.reviewedAt,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})
