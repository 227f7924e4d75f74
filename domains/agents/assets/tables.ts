import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AssetOrigin } from './rules.ts'

export const aiAsset = table(
  'ai_asset',
  {
    id: 'uuid',
    sha256: 'text',
    sizeBytes: 'int8',
    mediaType: 'text',
    fileName: 'text?',
    origin: 'text',
    createdBy: 'uuid?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', usedAt: 'timestamptz' },
)
export type AssetRow = RowOf<typeof aiAsset, { origin: AssetOrigin }>

export const aiAssetArrival = table('ai_asset_arrival', { id: 'uuid' }, { workspaceId: 'uuid', begunAt: 'timestamptz' })
