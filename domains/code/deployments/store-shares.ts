import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { previewShare, type PreviewShareRow } from './tables.ts'

const { columns } = previewShare

interface NewShare extends Pick<PreviewShareRow, 'id' | 'projectId' | 'label' | 'note' | 'createdAt' | 'expiresAt'> {
  readonly tokenHash: Buffer
  readonly createdBy: string
}
export const insertShare = oneRowStatement<NewShare, PreviewShareRow>(
  'preview-share.insert',
  insertInto(
    previewShare,
    ['id', 'projectId', 'label', 'tokenHash', 'note', 'createdBy', 'createdAt', 'expiresAt'],
    { workspaceId: ':workspace' },
    `returning ${columns}`,
  ),
)

const ended = statement<{ label: string; now: Date }>(
  'preview-share.remove-ended',
  'delete from preview_share where label = :label and expires_at <= :now',
)
const count = statement<{ label: string }, { shares: number }>(
  'preview-share.count',
  'select count(*)::int as shares from preview_share where label = :label',
)
/** Deletes the expired share links of an address, and returns the number of the others. */
export const countShares = async (tx: Transaction, label: string, now: Date): Promise<number> => {
  await ended(tx, { label, now })
  return (await count(tx, { label }))[0]!.shares
}

const page = statement<Cursor & { label: string; now: Date; rows: number }, PreviewShareRow>(
  'preview-share.page',
  `select ${columns} from preview_share
   where label = :label and expires_at > :now and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const sharePage = async (tx: Transaction, label: string, now: Date, cursor: Cursor, limit: number) =>
  pageOf(await page(tx, { ...cursor, label, now, rows: limit + 1 }), limit)

/** Removes a share link of any address of a project. */
export const removeShare = rowStatement<{ id: string; projectId: string }, PreviewShareRow>(
  'preview-share.remove',
  `delete from preview_share where id = :id and project_id = :projectId returning ${columns}`,
)

/** The share link of an address that a token belongs to, unless it expired. */
export const findShareByToken = rowStatement<{ label: string; tokenHash: Buffer }, PreviewShareRow>(
  'preview-share.by-token',
  `select ${columns} from preview_share where label = :label and token_hash = :tokenHash and expires_at > now()::timestamptz(3)`,
)

/** A share link of an address, unless it expired. */
export const findShare = rowStatement<{ label: string; id: string }, PreviewShareRow>(
  'preview-share.find',
  `select ${columns} from preview_share where label = :label and id = :id and expires_at > now()::timestamptz(3)`,
)

/** Notes can name their author; the links stay until they expire. */
export const clearShareNotes = statement<{ userId: string }>(
  'preview-share.forget-notes',
  'update preview_share set note = null where workspace_id = :workspace and created_by = :userId and note is not null',
)
