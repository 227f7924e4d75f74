import {
  isCheckTimeout,
  type Quarantine,
  type ShownFinding,
  forbiddenPath,
} from '../../../execution/repositories/index.ts'
import type { InvalidField, Static, HandlerBody } from '../../../platform/contract/index.ts'
import { isDiskFull, measureFile } from '../../../platform/storage/index.ts'
import { inspectStored, type CheckPlace, type StoredInspectParts } from './inspect-stored.ts'
import { manifestOf } from './manifest-of.ts'
import type { UploadSession } from './session.ts'
import type { FinalizeProjectImport } from './contract.ts'
import { contentFields, contentPaths } from './rules.ts'

export interface CheckedBundle {
  readonly fault?: undefined
  readonly quarantine: Quarantine
  readonly manifest: Uint8Array
  /** The paths that the manifest names as protected. */
  readonly named: ReadonlySet<string>
  /** Secrets and unwanted files in the history. */
  readonly findings: readonly ShownFinding[]
}

/** The bundle in quarantine, or why it is refused; `rejected` is permanent for this declaration. */
type BundleCheck =
  | CheckedBundle
  | { readonly fault: 'rejected'; readonly fields: InvalidField[] }
  | { readonly fault: 'disk-full' }
  | { readonly fault: 'timeout' }
  | { readonly fault: 'missing' }

/** A stored commit that is the base of the bundle's new commits. */
export interface BaseRevision {
  readonly repositoryId: string
  readonly commitSha: string
  /** Its canonical manifest. */
  readonly manifest: () => Promise<string>
}

/** A session with the manifest that was declared for it, in canonical form. */
interface DeclaredBundle {
  readonly session: UploadSession
  readonly manifest: string
  readonly bundleKey: string
  /** The paths that the manifest names as protected. */
  readonly named: ReadonlySet<string>
  /** The revision that the bundle may build on. */
  readonly base: BaseRevision | undefined
}

/** Unpacks the bundle in a sandbox and compares it with the session's declaration. */
export const checkBundle = async (
  parts: StoredInspectParts,
  declared: DeclaredBundle,
  at: CheckPlace,
): Promise<BundleCheck> => {
  const { session } = declared
  const forbidden = forbiddenPaths(declared.named)
  if (forbidden.length > 0) return rejected(forbidden.slice(0, 100).map(forbids))
  try {
    const { bundleKey, base } = declared
    const { id, bundleSizeBytes, commitSha, defaultBranch: branch } = session
    const inspected = await inspectStored(parts, { id, bundleKey, bundleSizeBytes, commitSha, branch, base }, at)
    if (!inspected) return { fault: 'missing' }
    if (!inspected.ok) {
      if (!(await isWhole(parts, declared))) return { fault: 'missing' }
      return rejected(inspected.rejected.map(({ path, message, rule }) => ({ path, message, rule })))
    }
    return await checkManifest(parts, declared, inspected.quarantine, at.signal)
  } catch (error) {
    if (isDiskFull(error)) return { fault: 'disk-full' }
    if (isCheckTimeout(error)) return { fault: 'timeout' }
    throw error
  }
}

const forbids = (path: string): InvalidField => ({
  path: 'manifest.protected',
  message: `names ${path}, which no checkout may have`,
  rule: 'forbidden_path',
})

const rejected = (fields: InvalidField[]): BundleCheck => ({
  fault: 'rejected',
  fields,
})

/** True if the store still has the bytes that were declared: damage to them is not the caller's. */
const isWhole = ({ objects }: StoredInspectParts, { session, bundleKey }: DeclaredBundle) =>
  objects.withFile(bundleKey, async (path) => (await measureFile(path)).sha256 === session.bundleSha256)

const checkManifest = async (
  parts: StoredInspectParts,
  declared: DeclaredBundle,
  quarantine: Quarantine,
  signal: AbortSignal,
): Promise<BundleCheck> => {
  try {
    const checked = await compareManifest(declared, quarantine, signal)
    if (checked.fault) await parts.repositories.discard(quarantine)
    return checked
  } catch (error) {
    await parts.repositories.discard(quarantine)
    throw error
  }
}

/** Compares the bundle with the declared manifest. */
const compareManifest = async (
  { session, manifest: declared, named, base }: DeclaredBundle,
  quarantine: Quarantine,
  signal: AbortSignal,
): Promise<BundleCheck> => {
  const since = quarantine.since === undefined ? undefined : await base!.manifest()
  const made = await manifestOf(quarantine, { declared, since }, signal)
  if ('fault' in made) return rejected([made.fault])
  if (made.manifestSha256 !== session.manifestSha256) return rejected(made.differing.map(differs))
  return { quarantine, manifest: made.text, named, findings: made.findings }
}

const differs = (name: string): InvalidField => ({
  path: `manifest.${name}`,
  message: 'does not match the bundle',
  rule: 'manifest_differs',
})

export type ProtectedContent = HandlerBody<Static<typeof FinalizeProjectImport>>

/** The faults of a finalize's protected content, if the manifest names these paths as protected. */
export const invalidContent = (content: ProtectedContent, named: ReadonlySet<string>): InvalidField[] =>
  contentFields(content, named, new Set(contentPaths(content).filter(isForbidden)))

const isForbidden = (path: string) => !path.isWellFormed() || forbiddenPath(Buffer.from(path)) !== undefined

/** The paths that a manifest names as protected and that no checkout may have. */
const forbiddenPaths = (named: ReadonlySet<string>): string[] => [...named].filter(isForbidden)

/** The offered content, as it is sealed and stored. */
export const toSealableContent = ({ protectedFiles, secrets }: ProtectedContent) => ({
  files: protectedFiles.map(({ contentBase64, ...file }) => ({ ...file, content: contentBase64!.bytes })),
  entries: secrets.entries ?? [],
})

/** True if there is anything to seal. */
export const needsVault = ({ protectedFiles, secrets }: ProtectedContent): boolean =>
  protectedFiles.length > 0 || (secrets.entries ?? []).length > 0
