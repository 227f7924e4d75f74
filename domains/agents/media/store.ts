import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { seenRows } from '../../code/projects/index.ts'
import type { FileRole } from './rules.ts'
import { aiMedia, aiMediaFile, type MediaFileRow, type MediaRow } from './tables.ts'

export const { page: mediaPage, find: findMedia } = seenRows<MediaRow>(
  'ai-media',
  aiMedia,
  `select ${aiMedia.columns} from ai_media`,
)

/** The files of several media, each in their order. */
export const mediaFiles = statement<{ ids: readonly string[] }, MediaFileRow>(
  'ai-media.files',
  `select ${aiMediaFile.columns} from ai_media_file where workspace_id = :workspace and media_id = any(:ids)
   order by media_id, place`,
)

export interface NewMedia extends MediaRow {
  readonly callId: string
  readonly files: readonly { readonly role: FileRole; readonly assetId: string }[]
}
const mediaFields = Object.keys(aiMedia.fields) as (keyof MediaRow)[]
const insert = statement<Omit<NewMedia, 'files'>>(
  'ai-media.insert',
  insertInto(aiMedia, [...mediaFields, 'callId'], { workspaceId: ':workspace' }),
)
const insertFiles = statement<{ mediaId: string; roles: readonly string[]; assetIds: readonly string[] }>(
  'ai-media.insert-files',
  `insert into ai_media_file (media_id, workspace_id, place, role, asset_id)
   select :mediaId, :workspace, (place - 1)::int, role, asset
   from unnest(:roles::text[], :assetIds::uuid[]) with ordinality as file (role, asset, place)`,
)
export const insertMedia = async (tx: Transaction, { files: added, ...media }: NewMedia): Promise<void> => {
  await insert(tx, media)
  const roles = added.map(({ role }) => role)
  await insertFiles(tx, { mediaId: media.id, roles, assetIds: added.map(({ assetId }) => assetId) })
}

export const purgeMedia = statement<{ projectId: string }>(
  'ai-media.purge',
  'delete from ai_media where workspace_id = :workspace and project_id = :projectId',
)

export const mediaExpiry = rowExpiry('aiMedia', aiMedia, 'created_at')

export const mediaOfPerson = statement<{ userId: string }, MediaRow>(
  'ai-media.of-person',
  `select ${aiMedia.columns} from ai_media where workspace_id = :workspace and created_by = :userId order by id limit 10000`,
)

/** A title is the person's own words; the media belong to the work of the workspace. */
export const clearMediaTitles = statement<{ userId: string }>(
  'ai-media.forget-titles',
  'update ai_media set title = null where workspace_id = :workspace and created_by = :userId',
)
