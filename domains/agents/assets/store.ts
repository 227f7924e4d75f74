import { oneRowStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { assetLimits } from './rules.ts'
import { aiAsset, aiAssetArrival, type AssetRow } from './tables.ts'

export const assetRow = rowStatement<{ id: string }, AssetRow>('ai-asset.find', selectById(aiAsset))

export const assetRows = statement<{ ids: readonly string[] }, AssetRow>(
  'ai-asset.find-all',
  `select ${aiAsset.columns} from ai_asset where workspace_id = :workspace and id = any(:ids)`,
)

/** Inserts an asset; returns the existing one if the workspace has these bytes with this media type. */
export const insertAsset = oneRowStatement<Omit<AssetRow, 'createdAt'> & { now: Date }, AssetRow>(
  'ai-asset.insert',
  insertInto(
    aiAsset,
    ['id', 'sha256', 'sizeBytes', 'mediaType', 'fileName', 'origin', 'createdBy'],
    { workspaceId: ':workspace', createdAt: ':now', usedAt: ':now' },
    `on conflict (workspace_id, sha256, media_type) do update set used_at = greatest(ai_asset.used_at, excluded.used_at)
     returning ${aiAsset.columns}`,
  ),
)

export const useAssetRow = rowStatement<{ id: string; now: Date }, AssetRow>(
  'ai-asset.use',
  `update ai_asset set used_at = greatest(used_at, :now) where workspace_id = :workspace and id = :id
   returning ${aiAsset.columns}`,
)

const usage = oneRowStatement<NoValues, { bytes: number }>(
  'ai-asset.usage',
  'select coalesce(sum(size_bytes), 0)::float8 as bytes from ai_asset where workspace_id = :workspace',
)
/** True if the files of the workspace take up no more space than it has. */
export const hasAssetRoom = async (tx: Transaction) => (await usage(tx)).bytes <= assetLimits.workspaceBytes

export const beginArrival = statement<{ id: string; now: Date }>(
  'ai-asset.begin-arrival',
  insertInto(aiAssetArrival, ['id'], { workspaceId: ':workspace', begunAt: ':now' }),
)

export const endArrival = statement<{ id: string }>(
  'ai-asset.end-arrival',
  'delete from ai_asset_arrival where workspace_id = :workspace and id = :id',
)

// An upload takes hours at most; older content was left by a process that died.
const isAbandoned = `begun_at < now() - interval '1 day'`
const isOld = `used_at < now() - make_interval(days => ${retention.aiAssets.days})`

const due = statement<{ limit: number }, { workspaceId: string }>(
  'ai-asset.due',
  `select workspace_id as "workspaceId" from ai_asset where ${isOld}
   union select workspace_id from ai_asset_arrival where ${isAbandoned} limit :limit`,
)
/** Workspaces with assets that are kept no longer, or with content that no asset has. */
export const assetsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

/** Deletes rows of assets after their retention, and returns their ids. */
export const removeOldAssets = statement<{ limit: number }, { id: string }>(
  'ai-asset.remove-old',
  `with old as materialized (select id from ai_asset where workspace_id = :workspace and ${isOld} limit :limit)
   delete from ai_asset where workspace_id = :workspace and id in (select id from old) and ${isOld} returning id`,
)

/** Ends arrivals of content that no asset has, and returns their ids. */
export const endAbandoned = statement<{ limit: number }, { id: string }>(
  'ai-asset.end-abandoned',
  `delete from ai_asset_arrival where workspace_id = :workspace and ${isAbandoned} and id = any(array(
     select id from ai_asset_arrival where workspace_id = :workspace and ${isAbandoned} limit :limit))
   returning id`,
)
export const assetsOfPerson = statement<{ userId: string }, AssetRow>(
  'ai-asset.of-person',
  `select ${aiAsset.columns} from ai_asset where workspace_id = :workspace and created_by = :userId order by id
   limit 10000`,
)

/** File names can name their author; the content belongs to the work of the workspace. */
export const clearFileNames = statement<{ userId: string }>(
  'ai-asset.forget-names',
  'update ai_asset set file_name = null where workspace_id = :workspace and created_by = :userId',
)
