import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { microsToUsd } from '../../code/projects/rules/caps.ts'
import { addressOf, assetRows, type AddressParts, type AssetRow } from '../assets/index.ts'
import type { AiMedia, AiMediaFile, AiTranscription, AiVideo } from './contract.ts'
import type { FileRole } from './rules.ts'
import { shownStatusOf } from './rules/videos.ts'
import type { NewMedia } from './store.ts'
import type { MediaRow, VideoRow } from './tables.ts'

export const secondsIn = ({ durationMs }: Pick<MediaRow, 'durationMs'>) =>
  durationMs === null ? null : durationMs / 1_000

/** The shared fields of all answers about one thing. */
export const presentBase = <Row extends Pick<MediaRow, 'costMicros'>>(row: Row) => ({
  ...row,
  costUsd: row.costMicros === null ? null : microsToUsd(row.costMicros),
})

export const presentMedia = (row: MediaRow, files: Static<typeof AiMediaFile>[]): Static<typeof AiMedia> => ({
  ...presentBase(row),
  durationSeconds: secondsIn(row),
  files,
})

export const presentFile = async (
  parts: AddressParts,
  workspace: string,
  asset: AssetRow,
  role: FileRole,
  now: Date,
): Promise<Static<typeof AiMediaFile>> => ({
  key: asset.id,
  role,
  url: (await addressOf(parts, workspace, asset, now)).url,
  mediaType: asset.mediaType,
  sizeBytes: asset.sizeBytes,
})

interface Addressed {
  readonly workspace: string
  readonly text: AssetRow
  readonly words: AssetRow
  readonly hasTimes: boolean
  readonly now: Date
}

export const presentTranscription = async (
  parts: AddressParts,
  media: NewMedia,
  { workspace, text, words, hasTimes, now }: Addressed,
): Promise<Static<typeof AiTranscription>> => {
  const subtitles = (format: 'vtt' | 'srt') =>
    hasTimes ? parts.linkTo(`/v1/api/ai/media/transcriptions/${media.id}/subtitles?format=${format}`) : null
  return {
    ...presentBase(media),
    durationSeconds: secondsIn(media),
    wordCount: media.wordCount ?? 0,
    text: await presentFile(parts, workspace, text, 'text', now),
    words: await presentFile(parts, workspace, words, 'words', now),
    vttUrl: subtitles('vtt'),
    srtUrl: subtitles('srt'),
  }
}

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
  ...presentBase(row),
  status: shownStatusOf(row.status, row.verdict),
  reservedUsd: microsToUsd(row.reservedMicros),
  videoKey: row.assetId,
  videoUrl,
})
