import {
  json,
  matchStatement,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { sessionDays, type SessionState } from './rules.ts'
import { retention } from '../../../platform/retention/index.ts'

// A claim whose holder died is over when its time is: the session then counts as uploaded again.
const open = `(status in ('accepting', 'uploaded') or (status = 'finalizing' and claimed_until <= now()::timestamptz(3)))`
const state = `status, expires_at as "expiresAt", claimed_until as "claimedUntil"`

/** The shared columns of upload sessions: state, claim and manifest. Only the domain of a table calls this. */
export const sessionStore = (table: 'project_import' | 'revision_upload', folder: string) => ({
  ...manifestsOf(table),
  ...claimsOf(table),
  ...endsOf(table),
  /** The key of a session's bundle in the object store. */
  bundleKey: (id: string): string => `${folder}/${id}.bundle`,
})
export type SessionStore = ReturnType<typeof sessionStore>

/** The columns of `NewSession` for an insert, but for the id. */
export const newSession = {
  named: ['userId', 'idempotencyKey', 'payloadSha256', 'defaultBranch', 'commitSha', 'bundleSha256', 'manifestSha256'],
  given: {
    workspaceId: ':workspace',
    bundleSizeBytes: ':bundleSize',
    manifest: "convert_from(:manifest, 'UTF8')",
    createdAt: ':now',
    expiresAt: `:now::timestamptz + make_interval(days => ${sessionDays})`,
  },
} as const

const manifestsOf = (table: string) => {
  const manifest = statement<{ id: string }, { manifest: string }>(
    `upload-session.manifest.${table}`,
    `select manifest from ${table} where id = :id`,
  )
  const protectedPaths = statement<{ id: string }, { path: string }>(
    `upload-session.protected.${table}`,
    `select distinct entry->>'path' as path
     from ${table}, json_array_elements(nullif(manifest, '')::json->'protected') as entry where id = :id`,
  )
  return {
    /** The declared manifest in canonical form; empty once the session has ended. */
    manifestOf: async (tx: Transaction, id: string) => (await manifest(tx, { id }))[0]!.manifest,
    /** The paths that the declared manifest names as protected. */
    protectedIn: async (tx: Transaction, id: string) =>
      new Set((await protectedPaths(tx, { id })).map(({ path }) => path)),
  }
}

const claimsOf = (table: string) => ({
  /** Marks a session as uploaded, and returns its state; undefined if the session takes no upload any more. */
  markUploaded: rowStatement<{ id: string }, SessionState>(
    `upload-session.upload.${table}`,
    `update ${table} set status = 'uploaded', claim_id = null, claimed_until = null
     where id = :id and ${open} and expires_at > now()::timestamptz(3) returning ${state}`,
  ),
  /** Claims finalizing for one request and so many seconds; false if another has it, or nothing is uploaded. */
  claim: matchStatement<{ id: string; claimId: string; seconds: number }, { id: string }>(
    `upload-session.claim.${table}`,
    `update ${table} set status = 'finalizing', claim_id = :claimId, claimed_until = now() + make_interval(secs => :seconds)
     where id = :id and ${open} and status <> 'accepting' and expires_at > now()::timestamptz(3) returning id`,
  ),
  renew: statement<{ id: string; claimId: string; seconds: number }>(
    `upload-session.renew-claim.${table}`,
    `update ${table} set claimed_until = now() + make_interval(secs => :seconds) where id = :id and claim_id = :claimId`,
  ),
})

const endsOf = (table: string) => {
  const forget = statement<{ userId: string }>(
    `upload-session.forget-keys.${table}`,
    `update ${table} set idempotency_key = id::text where workspace_id = :workspace and user_id = :userId`,
  )
  const expired = statement<NoValues, { id: string }>(
    `upload-session.expired.${table}`,
    `delete from ${table} where workspace_id = :workspace and ${isExpired} returning id`,
  )
  const reject = statement<{ id: string; claimId: string; rejection: Json }>(
    `upload-session.reject.${table}`,
    `update ${table} set status = 'rejected', claim_id = null, claimed_until = null, manifest = '',
       rejection = :rejection, rejected_at = now()
     where id = :id and claim_id = :claimId`,
  )
  return {
    /** Releases a claim; the session accepts again. */
    reset: statement<{ id: string; claimId: string; to: 'accepting' | 'uploaded' }>(
      `upload-session.reset.${table}`,
      `update ${table} set status = :to, claim_id = null, claimed_until = null where id = :id and claim_id = :claimId`,
    ),
    /** Ends the session, unless another request took the claim. */
    reject: (tx: Transaction, id: string, claimId: string, rejection: object) =>
      reject(tx, { id, claimId, rejection: json(rejection) }),
    /** A key is the person's own text; uploads belong to the work of the workspace. */
    forgetKeys: (tx: Transaction, userId: string) => forget(tx, { userId }),
    /** Workspaces with sessions that expired a day ago. */
    dueIn: workspacesDue(`upload-session.${table}`, `${table} where ${isExpired}`),
    /** Deletes sessions that expired a day ago, and returns their ids: their bundles can be deleted. */
    removeExpired: async (tx: Transaction) => (await expired(tx)).map(({ id }) => id),
  }
}

const isExpired = `status <> 'finalized' and expires_at < now() - make_interval(days => ${retention.unfinishedImports.days})
  and (claimed_until is null or claimed_until <= now()::timestamptz(3))`
