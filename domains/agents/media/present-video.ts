import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { addressOf, assetRows, type AddressParts } from '../assets/index.ts'
import type { AiVideo } from './contract.ts'
import { usdOf } from './present.ts'
import { shownStatusOf } from './rules/videos.ts'
import type { VideoRow } from './tables.ts'

/** Jobs, with the address of each finished video. */
export const presentVideos = async (
  parts: AddressParts,
  tx: Transaction,
  { workspace, rows, now }: { readonly workspace: string; readonly rows: readonly VideoRow[]; readonly now: Date },
): Promise<Static<typeof AiVideo>[]> => {
  const ids = rows.flatMap(({ assetId }) => (assetId === null ? [] : [assetId]))
  const assets = ids.length === 0 ? [] : await assetRows(tx, { ids })
  return Promise.all(
    rows.map(async (row) => {
      const asset = assets.find(({ id }) => id === row.assetId)
      return presentVideo(row, asset ? (await addressOf(parts, workspace, asset, now)).url : null)
    }),
  )
}

export const presentVideo = (row: VideoRow, videoUrl: string | null): Static<typeof AiVideo> => ({
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
  videoUrl,
  verdict: row.verdict,
  reviewNote: row.reviewNote,
  reviewedAt: row.reviewedAt,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})
