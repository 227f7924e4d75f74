import type { Caller } from '../../../platform/access/index.ts'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import { importDays } from './rules.ts'
import { projectImport, type ImportRejection, type ImportRow } from './tables.ts'

const { columns } = projectImport

const find = statement<ImportRow>('import.find', `select ${columns} from project_import where id = $1 and user_id = $2`)
/** The session of this person; another person's is absent. */
export const findImport = async (tx: Transaction, id: string, userId: string) => (await find(tx, [id, userId])).at(0)

const byId = statement<ImportRow>('import.by-id', `select ${columns} from project_import where id = $1`)
export const importOfId = async (tx: Transaction, id: string) => (await byId(tx, [id])).at(0)

/** For everyone but the person who began it, an import is absent. */
export const importKind = async (tx: Transaction, id: string, { userId }: Pick<Caller, 'userId'>) =>
  (await findImport(tx, id, userId)) && { projectId: null }

const byKey = statement<ImportRow>(
  'import.by-key',
  `select ${columns} from project_import where workspace_id = $1 and user_id = $2 and idempotency_key = $3`,
)
export const importOfKey = async (tx: Transaction, userId: string, idempotencyKey: string) =>
  (await byKey(tx, [tx.workspace, userId, idempotencyKey])).at(0)

const insert = statement<ImportRow>(
  'import.insert',
  `insert into project_import (id, workspace_id, user_id, idempotency_key, payload_sha256, name, stack, default_branch,
     history_mode, commit_sha, bundle_sha256, bundle_size_bytes, manifest, manifest_sha256, status, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, convert_from($13, 'UTF8'), $14, 'accepting', $15,
     $15::timestamptz + make_interval(days => ${importDays}))
   on conflict (workspace_id, user_id, idempotency_key) do nothing
   returning ${columns}`,
)
export interface NewImport {
  readonly id: string
  readonly userId: string
  readonly idempotencyKey: string
  readonly payloadSha256: Buffer
  readonly name: string
  readonly stack: string
  readonly defaultBranch: string
  readonly historyMode: ImportRow['historyMode']
  readonly commitSha: string
  readonly bundleSha256: string
  readonly bundleSize: number
  /** Canonical, as UTF-8. */
  readonly manifest: Uint8Array
  readonly manifestSha256: string
  readonly now: Date
}
/** The new session, or undefined where the key began one before. */
export const insertImport = async (tx: Transaction, added: NewImport) =>
  (
    await insert(tx, [
      added.id,
      tx.workspace,
      added.userId,
      added.idempotencyKey,
      added.payloadSha256,
      added.name,
      added.stack,
      added.defaultBranch,
      added.historyMode,
      added.commitSha,
      added.bundleSha256,
      added.bundleSize,
      added.manifest,
      added.manifestSha256,
      added.now,
    ])
  ).at(0)

const manifest = statement<{ manifest: string }>('import.manifest', 'select manifest from project_import where id = $1')
/** The declared manifest in canonical form; empty once the import is finalized. */
export const declaredManifest = async (tx: Transaction, id: string) => (await manifest(tx, [id]))[0]!.manifest

const protectedAmong = statement<{ path: string }>(
  'import.protected-among',
  `select distinct entry->>'path' as path
   from project_import, json_array_elements(manifest::json->'protected') as entry
   where id = $1 and entry->>'path' = any($2)`,
)
/** Those of the paths that the declared manifest names as protected. */
export const namedAmong = async (tx: Transaction, id: string, paths: readonly string[]) =>
  paths.length === 0
    ? new Set<string>()
    : new Set((await protectedAmong(tx, [id, [...new Set(paths)]])).map(({ path }) => path))

// A claim whose holder died is over when its time is: the session then counts as uploaded again.
const open = `(status in ('accepting', 'uploaded') or (status = 'finalizing' and claimed_until <= now()))`

const upload = statement<ImportRow>(
  'import.upload',
  `update project_import set status = 'uploaded', claim_id = null, claimed_until = null
   where id = $1 and ${open} and expires_at > now() returning ${columns}`,
)
export const markUploaded = async (tx: Transaction, id: string) => (await upload(tx, [id])).at(0)

const claim = statement<ImportRow>(
  'import.claim',
  `update project_import set status = 'finalizing', claim_id = $2, claimed_until = now() + make_interval(secs => $3)
   where id = $1 and ${open} and status <> 'accepting' and expires_at > now() returning ${columns}`,
)
/** Makes the finalizing one request's own for so many seconds; undefined where another has it, or it is not uploaded. */
export const claimImport = async (tx: Transaction, id: string, claimId: string, seconds: number) =>
  (await claim(tx, [id, claimId, seconds])).at(0)

const renew = statement(
  'import.renew-claim',
  'update project_import set claimed_until = now() + make_interval(secs => $3) where id = $1 and claim_id = $2',
)
export const renewClaim = (tx: Transaction, id: string, claimId: string, seconds: number) =>
  renew(tx, [id, claimId, seconds])

const reset = statement(
  'import.reset',
  `update project_import set status = $3, claim_id = null, claimed_until = null where id = $1 and claim_id = $2`,
)
/** Gives a claim back; the session accepts again. */
export const resetImport = (tx: Transaction, id: string, claimId: string, to: 'accepting' | 'uploaded') =>
  reset(tx, [id, claimId, to])

const reject = statement(
  'import.reject',
  `update project_import set status = 'rejected', claim_id = null, claimed_until = null, manifest = '',
     rejection = $3, rejected_at = now()
   where id = $1 and claim_id = $2`,
)
/** Ends the session, unless another request took the claim meanwhile. */
export const rejectImport = (tx: Transaction, id: string, claimId: string, rejection: ImportRejection) =>
  reject(tx, [id, claimId, JSON.stringify(rejection)])

const complete = statement<ImportRow>(
  'import.complete',
  `update project_import set status = 'finalized', claim_id = null, claimed_until = null, project_id = $3,
     revision_id = $4, finalized_at = $5, manifest = ''
   where id = $1 and claim_id = $2 returning ${columns}`,
)
/** The finalized session, or undefined where another request took the claim meanwhile. */
export const completeImport = async (
  tx: Transaction,
  id: string,
  claimId: string,
  made: { readonly projectId: string; readonly revisionId: string; readonly now: Date },
) => (await complete(tx, [id, claimId, made.projectId, made.revisionId, made.now])).at(0)
