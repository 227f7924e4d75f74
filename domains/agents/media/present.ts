import type { Static } from '../../../platform/contract/index.ts'
import { microsToUsd } from '../../code/projects/rules.ts'
import { addressOf, type AddressParts, type AssetRow } from '../assets/index.ts'
import type { AiMedia, AiMediaFile } from './contract.ts'
import type { FileRole } from './rules.ts'
import type { MediaRow } from './tables.ts'

export const usdOf = (micros: number | null) => (micros === null ? null : microsToUsd(micros))

export const secondsIn = ({ durationMs }: Pick<MediaRow, 'durationMs'>) =>
  durationMs === null ? null : durationMs / 1_000

/** The shared fields of all answers about one thing. */
export const presentBase = ({
  id,
  projectId,
  model,
  costMicros,
  createdAt,
}: Pick<MediaRow, 'id' | 'projectId' | 'model' | 'costMicros' | 'createdAt'>) => ({
  id,
  projectId,
  model,
  costUsd: usdOf(costMicros),
  createdAt,
})

export const presentMedia = (row: MediaRow, files: Static<typeof AiMediaFile>[]): Static<typeof AiMedia> => ({
  ...presentBase(row),
  kind: row.kind,
  title: row.title,
  durationSeconds: secondsIn(row),
  createdBy: row.createdBy,
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
