import type { Static } from '../../../platform/contract/index.ts'
import type { AiAsset } from './contract.ts'
import type { AssetRow } from './tables.ts'

export const presentAsset = ({
  id,
  fileName,
  mediaType,
  sizeBytes,
  sha256,
  createdAt,
}: AssetRow): Static<typeof AiAsset> => ({ key: id, fileName, mediaType, sizeBytes, sha256, createdAt })
