import type { Caller } from '../../../platform/access/index.ts'
import {
  json,
  matchStatement,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { importScan, type ScanRow } from './tables.ts'

const { columns } = importScan

/** The scan of this person, while it is kept; another person's is absent. */
export const findScan = rowStatement<{ id: string; userId: string }, ScanRow>(
  'import-scan.find',
  `select ${columns} from import_scan where id = :id and user_id = :userId and expires_at > now()::timestamptz(3)`,
)

/** The kind of scans, which are absent for everyone but the person who asked for them. */
export const scanKind = async (tx: Transaction, id: string, { userId }: Pick<Caller, 'userId'>) =>
  (await findScan(tx, { id, userId })) && { projectId: null }

const manifest = statement<{ id: string }, { manifest: string }>(
  'import-scan.manifest',
  `select manifest from import_scan where id = :id`,
)
export const manifestOfScan = async (tx: Transaction, id: string) => (await manifest(tx, { id }))[0]!.manifest

interface NewScan extends Pick<
  ScanRow,
  'id' | 'source' | 'defaultBranch' | 'commitSha' | 'bundleSha256' | 'bundleSizeBytes' | 'manifestSha256' | 'report'
> {
  readonly userId: string
  /** Canonical. */
  readonly manifest: string
  readonly now: Date
}
const insert = statement<Omit<NewScan, 'report'> & { report: Json }, ScanRow>(
  'import-scan.insert',
  insertInto(
    importScan,
    ['id', 'userId', 'source', 'defaultBranch', 'commitSha', 'bundleSha256', 'manifest', 'manifestSha256', 'report'],
    {
      workspaceId: ':workspace',
      bundleSizeBytes: ':bundleSizeBytes',
      createdAt: ':now',
      expiresAt: `:now::timestamptz + interval '1 hour'`,
    },
    `returning ${columns}`,
  ),
)
export const insertScan = async (tx: Transaction, scan: NewScan) =>
  (await insert(tx, { ...scan, report: json(scan.report) }))[0]!

const take = statement<
  { userId: string; commitSha: string; bundleSha256: string; bundleSize: number; manifestSha256: string },
  { id: string }
>(
  'import-scan.take',
  `delete from import_scan where id = (
     select id from import_scan
     where workspace_id = :workspace and user_id = :userId and expires_at > now()::timestamptz(3) and commit_sha = :commitSha
       and bundle_sha256 = :bundleSha256 and bundle_size_bytes = :bundleSize and manifest_sha256 = :manifestSha256
     order by created_at desc limit 1 for update)
   returning id`,
)
/** Claims this person's newest scan with exactly this content, whose bundle the caller then owns; undefined without one. */
export const claimScan = async (tx: Transaction, of: Parameters<typeof take>[1]) => (await take(tx, of)).at(0)?.id

/** Claims this person's scan, whose bundle is the caller's afterwards; false if there is no such scan. */
export const claimScanById = matchStatement<{ id: string; userId: string }, { id: string }>(
  'import-scan.take-one',
  `delete from import_scan where id = :id and user_id = :userId and expires_at > now()::timestamptz(3) returning id`,
)

/** Removes all but the newest scans of a person. */
export const dropOlderScans = statement<{ userId: string; most: number }>(
  'import-scan.drop-older',
  `delete from import_scan where workspace_id = :workspace and user_id = :userId and id <> all(array(
     select id from import_scan where workspace_id = :workspace and user_id = :userId
     order by created_at desc, id desc limit :most))`,
)

/** Workspaces with scans that expired. */
export const scansDueIn = workspacesDue('import-scan', 'import_scan where expires_at <= now()::timestamptz(3)')

const expired = statement<NoValues, { id: string }>(
  'import-scan.expired',
  `delete from import_scan where workspace_id = :workspace and expires_at <= now()::timestamptz(3) returning id`,
)
export const removeExpiredScans = async (tx: Transaction) => (await expired(tx)).map(({ id }) => id)

/** A person's scans in their own data. */
export const scansOf = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'import-scan.of-person',
  `select id, source, commit_sha as "commitSha", created_at as "createdAt" from import_scan
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)
