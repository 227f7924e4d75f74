import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Resumption } from '../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { UploadProgress } from './contract.ts'
import { statusAt, type SessionState } from './rules.ts'
import type { Database } from '../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeSoon } from '../../../platform/removals/index.ts'
import type { SessionStore } from './store.ts'

/** The declaration of a bundle before its upload, for every kind of session. */
export interface UploadSession {
  readonly id: string
  readonly commitSha: string
  /** The branch of the bundle that has to be at the commit. */
  readonly defaultBranch: string
  readonly bundleSha256: string
  readonly bundleSizeBytes: number
  readonly manifestSha256: string
}

/** A session as its request declares it. */
export interface NewSession extends Omit<UploadSession, 'bundleSizeBytes'> {
  readonly userId: string
  readonly idempotencyKey: string
  readonly payloadSha256: Buffer
  readonly bundleSize: number
  /** Canonical, as UTF-8. */
  readonly manifest: Uint8Array
  readonly now: Date
}

/** Why a session has ended without being finalized; `Code` is what only its kind can end with. */
export interface Rejection<Code extends string = never> {
  readonly code: 'bundle_rejected' | Code
  readonly fields: InvalidField[]
}

/** The request that uploads the bundle of a session. */
export const uploadTarget = ({ bundleSizeBytes: sizeBytes, bundleSha256: sha256 }: UploadSession, path: string) =>
  ({ method: 'PUT', path, contentType: 'application/x-git-bundle', sizeBytes, sha256 }) as const

/** The arrived bytes of a session's bundle, also in the headers. */
export const uploadProgress = async (
  objects: Pick<ObjectStore, 'arrivedBytes'>,
  session: UploadSession & SessionState,
  { key, now, resumption }: { readonly key: string; readonly now: Date; readonly resumption: Resumption },
): Promise<Static<typeof UploadProgress>> => {
  const { id, bundleSizeBytes: sizeBytes } = session
  const isComplete = session.status !== 'accepting'
  const offset = isComplete ? sizeBytes : await objects.arrivedBytes(key)
  resumption.tell(offset, isComplete)
  return { id, status: statusAt(session, now), offset, sizeBytes }
}

export interface SweepParts {
  readonly database: Database
  readonly objects: ObjectStore
}

/** Removes sessions that ran out, and uploads that nothing needs any more. */
export const sweepSessions = ({ database }: SweepParts, sessions: SessionStore, context: ScheduledContext) => {
  const sweep = (workspace: string) =>
    database.within(workspace, async (tx) => removeSoon(tx, (await sessions.removeExpired(tx)).map(sessions.bundleKey)))
  return inDueWorkspaces(database, sessions.dueIn, sweep, context)
}
