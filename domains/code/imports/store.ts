import type { Caller } from '../../../platform/access/index.ts'
import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { importDays } from './rules.ts'
import { projectImport, type ImportRejection, type ImportRow } from './tables.ts'

const { columns } = projectImport

const find = statement<{ id: string; userId: string }, ImportRow>(
  'import.find',
  `select ${columns} from project_import where id = :id and user_id = :userId`,
)
/** The session of this person; another person's is absent. */
export const findImport = async (tx: Transaction, id: string, userId: string) => (await find(tx, { id, userId })).at(0)

const byId = statement<{ id: string }, ImportRow>(
  'import.by-id',
  `select ${columns} from project_import where id = :id`,
)
export const importOfId = async (tx: Transaction, id: string) => (await byId(tx, { id })).at(0)

/** For everyone but the person who began it, an import is absent. */
export const importKind = async (tx: Transaction, id: string, { userId }: Pick<Caller, 'userId'>) =>
  (await findImport(tx, id, userId)) && { projectId: null }

const byKey = statement<{ userId: string; idempotencyKey: string }, ImportRow>(
  'import.by-key',
  `select ${columns} from project_import where workspace_id = :workspace and user_id = :userId and idempotency_key = :idempotencyKey`,
)
export const importOfKey = async (tx: Transaction, userId: string, idempotencyKey: string) =>
  (await byKey(tx, { userId, idempotencyKey })).at(0)

const insert = statement<NewImport, ImportRow>(
  'import.insert',
  insertInto(
    projectImport,
    [
      'id',
      'userId',
      'idempotencyKey',
      'payloadSha256',
      'name',
      'stack',
      'defaultBranch',
      'historyMode',
      'commitSha',
      'bundleSha256',
      'manifestSha256',
    ],
    {
      workspaceId: ':workspace',
      bundleSizeBytes: ':bundleSize',
      manifest: "convert_from(:manifest, 'UTF8')",
      status: "'accepting'",
      createdAt: ':now',
      expiresAt: `:now::timestamptz + make_interval(days => ${importDays})`,
    },
    `on conflict (workspace_id, user_id, idempotency_key) do nothing
   returning ${columns}`,
  ),
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
export const insertImport = async (tx: Transaction, added: NewImport) => (await insert(tx, added)).at(0)

const manifest = statement<{ id: string }, { manifest: string }>(
  'import.manifest',
  'select manifest from project_import where id = :id',
)
/** The declared manifest in canonical form; empty once the import is finalized. */
export const declaredManifest = async (tx: Transaction, id: string) => (await manifest(tx, { id }))[0]!.manifest

const protectedAmong = statement<{ id: string; paths: string[] }, { path: string }>(
  'import.protected-among',
  `select distinct entry->>'path' as path
   from project_import, json_array_elements(manifest::json->'protected') as entry
   where id = :id and entry->>'path' = any(:paths)`,
)
/** Those of the paths that the declared manifest names as protected. */
export const namedAmong = async (tx: Transaction, id: string, paths: readonly string[]) =>
  paths.length === 0
    ? new Set<string>()
    : new Set((await protectedAmong(tx, { id, paths: [...new Set(paths)] })).map(({ path }) => path))

// A claim whose holder died is over when its time is: the session then counts as uploaded again.
const open = `(status in ('accepting', 'uploaded') or (status = 'finalizing' and claimed_until <= now()))`

const upload = statement<{ id: string }, ImportRow>(
  'import.upload',
  `update project_import set status = 'uploaded', claim_id = null, claimed_until = null
   where id = :id and ${open} and expires_at > now() returning ${columns}`,
)
export const markUploaded = async (tx: Transaction, id: string) => (await upload(tx, { id })).at(0)

const claim = statement<{ id: string; claimId: string; seconds: number }, ImportRow>(
  'import.claim',
  `update project_import set status = 'finalizing', claim_id = :claimId, claimed_until = now() + make_interval(secs => :seconds)
   where id = :id and ${open} and status <> 'accepting' and expires_at > now() returning ${columns}`,
)
/** Makes the finalizing one request's own for so many seconds; undefined where another has it, or it is not uploaded. */
export const claimImport = async (tx: Transaction, id: string, claimId: string, seconds: number) =>
  (await claim(tx, { id, claimId, seconds })).at(0)

const renew = statement<{ id: string; claimId: string; seconds: number }>(
  'import.renew-claim',
  'update project_import set claimed_until = now() + make_interval(secs => :seconds) where id = :id and claim_id = :claimId',
)
export const renewClaim = (tx: Transaction, id: string, claimId: string, seconds: number) =>
  renew(tx, { id, claimId, seconds })

const reset = statement<{ id: string; claimId: string; to: string }>(
  'import.reset',
  `update project_import set status = :to, claim_id = null, claimed_until = null where id = :id and claim_id = :claimId`,
)
/** Gives a claim back; the session accepts again. */
export const resetImport = (tx: Transaction, id: string, claimId: string, to: 'accepting' | 'uploaded') =>
  reset(tx, { id, claimId, to })

const reject = statement<{ id: string; claimId: string; rejection: Json }>(
  'import.reject',
  `update project_import set status = 'rejected', claim_id = null, claimed_until = null, manifest = '',
     rejection = :rejection, rejected_at = now()
   where id = :id and claim_id = :claimId`,
)
/** Ends the session, unless another request took the claim meanwhile. */
export const rejectImport = (tx: Transaction, id: string, claimId: string, rejection: ImportRejection) =>
  reject(tx, { id, claimId, rejection: json(rejection) })

const complete = statement<
  { id: string; claimId: string; projectId: string; revisionId: string; now: Date },
  ImportRow
>(
  'import.complete',
  `update project_import set status = 'finalized', claim_id = null, claimed_until = null, project_id = :projectId,
     revision_id = :revisionId, finalized_at = :now, manifest = ''
   where id = :id and claim_id = :claimId returning ${columns}`,
)
/** The finalized session, or undefined where another request took the claim meanwhile. */
export const completeImport = async (
  tx: Transaction,
  id: string,
  claimId: string,
  made: { readonly projectId: string; readonly revisionId: string; readonly now: Date },
) => (await complete(tx, { id, claimId, projectId: made.projectId, revisionId: made.revisionId, now: made.now })).at(0)
