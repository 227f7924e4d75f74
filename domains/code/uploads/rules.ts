import type { InvalidField } from '../../../platform/contract/index.ts'
import { duplicateFaults } from '../secrets/rules.ts'

export const sessionStatuses = ['accepting', 'uploaded', 'finalizing', 'finalized', 'rejected', 'expired'] as const
type SessionStatus = (typeof sessionStatuses)[number]

/** Expiry is never stored: `statusAt` derives it. */
export type StoredStatus = Exclude<SessionStatus, 'expired'>

export interface SessionState {
  readonly status: StoredStatus
  readonly expiresAt: Date
  readonly claimedUntil: Date | null
}

export const sessionDays = 1

/** The state of a session for people: expiry is derived, and a claim whose holder died counts as uploaded. */
export const statusAt = ({ status, expiresAt, claimedUntil }: SessionState, now: Date): SessionStatus => {
  if (status === 'finalized' || status === 'rejected') return status
  if (status === 'finalizing' && claimedUntil !== null && claimedUntil > now) return 'finalizing'
  if (expiresAt <= now) return 'expired'
  return status === 'finalizing' ? 'uploaded' : status
}

interface ContentFile {
  readonly path: string
  readonly sha256: string
  /** Undefined if it was no base64. */
  readonly contentBase64: { readonly sha256: string } | undefined
}

interface Content {
  readonly protectedFiles: readonly ContentFile[]
  readonly secrets: { readonly entries?: readonly { readonly key: string; readonly source: string }[] }
}

/** Every path that the protected content names. */
export const contentPaths = ({ protectedFiles, secrets }: Content): string[] => [
  ...protectedFiles.map(({ path }) => path),
  ...(secrets.entries ?? []).map(({ source }) => source),
]

/** The faults of a finalize's protected content: only paths that the reviewed scan named may come. */
export const contentFields = (
  content: Content,
  named: ReadonlySet<string>,
  forbidden: ReadonlySet<string> = new Set(),
): InvalidField[] => {
  const manifest = { named, forbidden }
  const { protectedFiles, secrets } = content
  const { entries = [] } = secrets
  const entryNames = entries.map(({ source, key }) => JSON.stringify([source, key]))
  return [
    ...protectedFiles.flatMap((file, at) => fileFields(file, `protectedFiles.${at}`, manifest)),
    ...duplicateFaults(
      protectedFiles.map(({ path }) => path),
      (at) => `protectedFiles.${at}.path`,
    ),
    ...entries.flatMap(({ source }, at) => pathFields(source, `secrets.entries.${at}.source`, manifest)),
    ...duplicateFaults(entryNames, (at) => `secrets.entries.${at}.key`, 'is there twice for its source'),
  ]
}

interface ManifestPaths {
  readonly named: ReadonlySet<string>
  /** Paths that no checkout may have. */
  readonly forbidden: ReadonlySet<string>
}

const pathFields = (path: string, at: string, { named, forbidden }: ManifestPaths): InvalidField[] => [
  ...(isInside(path) && !forbidden.has(path) ? [] : [field(at, 'is not a path inside the checkout', 'path')]),
  ...(named.has(path) ? [] : [field(at, 'is not named in protected of the manifest', 'protected')]),
]

const fileFields = ({ path, sha256, contentBase64 }: ContentFile, at: string, manifest: ManifestPaths) => {
  const faults = pathFields(path, `${at}.path`, manifest)
  if (contentBase64 === undefined) return [...faults, field(`${at}.contentBase64`, 'is not base64', 'base64')]
  if (contentBase64.sha256 === sha256) return faults
  return [...faults, field(`${at}.sha256`, 'is not the hash of the content', 'sha256')]
}

const field = (path: string, message: string, rule: string): InvalidField => ({ path, message, rule })

/** A path that stays inside a checkout, and out of its `.git`. */
export const isInside = (path: string): boolean =>
  !/[\\\0]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')

interface Declaration {
  readonly manifest: { readonly sha256: string; readonly scalars: Readonly<Record<string, unknown>> }
  readonly manifestSha256: string
  readonly commitSha: string
}

/** Returns the faults of a declaration that its schema cannot express: fields that differ from its manifest. */
export const unboundFields = ({ manifest, manifestSha256, commitSha }: Declaration): InvalidField[] => [
  ...(manifest.scalars.commitSha === commitSha ? [] : [field('manifest.commitSha', 'is not commitSha', 'bound')]),
  ...(manifest.sha256 === manifestSha256
    ? []
    : [field('manifestSha256', 'is not the SHA-256 of the canonical manifest (RFC 8785)', 'bound')]),
]
