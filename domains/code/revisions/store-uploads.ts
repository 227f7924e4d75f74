import { validate } from 'uuid'
import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { newSession, type NewSession, sessionStore } from '../uploads/index.ts'
import { revisionUpload, type UploadRow } from './tables.ts'

const { columns } = revisionUpload

/** The sessions of revisions, with what imports and uploads have in common. */
export const uploadSessions = sessionStore('revision_upload', 'revisions')

const find = statement<{ id: string; projectId: string }, UploadRow>(
  'revision-upload.find',
  `select ${columns} from revision_upload where id = :id and project_id = :projectId`,
)
/** A session of this project, begun by any of its managers; any other is absent. */
export const findUpload = async (tx: Transaction, of: { id: string; projectId: string }) =>
  validate(of.id) ? (await find(tx, of)).at(0) : undefined

/** The session that the key began in this project, from any sender. */
export const uploadOfKey = rowStatement<{ projectId: string; idempotencyKey: string }, UploadRow>(
  'revision-upload.by-key',
  `select ${columns} from revision_upload where project_id = :projectId and idempotency_key = :idempotencyKey
   order by created_at, id limit 1`,
)

/** The new session, or undefined if the key began one before. */
export const insertUpload = rowStatement<NewUpload, UploadRow>(
  'revision-upload.insert',
  insertInto(
    revisionUpload,
    ['id', ...newSession.named, 'projectId', 'expectedRevisionId', 'expectedGeneration'],
    { ...newSession.given, status: "'accepting'" },
    `on conflict (project_id, user_id, idempotency_key) do nothing returning ${columns}`,
  ),
)
type NewUpload = NewSession & Pick<UploadRow, 'projectId' | 'expectedRevisionId' | 'expectedGeneration'>

/** Completes an upload; false if another request took the claim. */
export const completeUpload = matchStatement<
  { id: string; claimId: string; revisionId: string; now: Date },
  { id: string }
>(
  'revision-upload.complete',
  `update revision_upload set status = 'finalized', claim_id = null, claimed_until = null, revision_id = :revisionId,
     finalized_at = :now, manifest = ''
   where id = :id and claim_id = :claimId returning id`,
)

const lapsed = `status = 'finalizing' and claimed_until <= now()::timestamptz(3)`
/** Workspaces with sessions whose finalizer died. */
export const lapsedDueIn = workspacesDue('revision-upload', `revision_upload where ${lapsed}`)

/** Opens the sessions again whose finalizer died. */
export const reopenLapsed = statement(
  'revision-upload.end-lapsed',
  `update revision_upload set status = 'uploaded', claim_id = null, claimed_until = null
   where workspace_id = :workspace and ${lapsed}`,
)

export const removeUploads = statement<{ projectId: string }>(
  'revision-upload.purge',
  'delete from revision_upload where project_id = :projectId',
)

/** A person's uploads of revisions in their own data. */
export const uploadsOf = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'revision-upload.of-person',
  `select id, project_id as "projectId", status, created_at as "createdAt" from revision_upload
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)
