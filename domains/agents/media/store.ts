import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { isInShownProjects, seenBy, type ProjectFilter, type Viewer } from '../../code/projects/index.ts'
import type { FileRole } from './rules.ts'
import { aiMedia, aiMediaFile, type MediaFileRow, type MediaRow } from './tables.ts'

// Media of no project are the workspace's own, which every key of the agency reaches.
const isSeen = `(ai_media.project_id is null or ${isInShownProjects('ai_media.project_id')})`

const isListed = `ai_media.workspace_id = :workspace and (ai_media.created_at, ai_media.id) < (:at, :id) and ${isSeen}`
const page = statement<Cursor & ProjectFilter & { rows: number }, MediaRow>(
  'ai-media.page',
  `select ${aiMedia.columns} from ai_media where ${isListed} order by ai_media.created_at desc, ai_media.id desc limit :rows`,
)
const count = statement<Cursor & ProjectFilter & { rows: number }, RowCount>(
  'ai-media.count',
  countOf(`ai_media where ${isListed}`),
)
/** Media before a row, newest first. */
export const mediaPage = (tx: Transaction, viewer: Viewer, before: Cursor, limit: number) =>
  countedPage(tx, { page, count }, { ...before, ...seenBy(viewer) }, limit)

const find = rowStatement<ProjectFilter & { id: string }, MediaRow>(
  'ai-media.find',
  `select ${aiMedia.columns} from ai_media where ai_media.workspace_id = :workspace and ai_media.id = :id and ${isSeen}`,
)
export const findMedia = (tx: Transaction, viewer: Viewer, id: string) => find(tx, { id, ...seenBy(viewer) })

/** The files of several media, each in their order. */
export const mediaFiles = statement<{ ids: readonly string[] }, MediaFileRow>(
  'ai-media.files',
  `select ${aiMediaFile.columns} from ai_media_file where workspace_id = :workspace and media_id = any(:ids)
   order by media_id, place`,
)

const newMediaFields = [
  'id',
  'projectId',
  'kind',
  'title',
  'model',
  'costMicros',
  'durationMs',
  'language',
  'wordCount',
  'createdBy',
  'createdAt',
] as const
export interface NewMedia extends Pick<MediaRow, (typeof newMediaFields)[number]> {
  readonly callId: string
  readonly files: readonly { readonly role: FileRole; readonly assetId: string }[]
}
const insert = statement<Omit<NewMedia, 'files'>>(
  'ai-media.insert',
  insertInto(aiMedia, [...newMediaFields, 'callId'], { workspaceId: ':workspace' }),
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
