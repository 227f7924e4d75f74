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

/** The bundle in quarantine, or why it is refused. `rejected` is permanent: the same declaration fails again. */
type BundleCheck =
  | CheckedBundle
  | { readonly fault: 'rejected'; readonly fields: InvalidField[] }
  | { readonly fault: 'disk-full' }
  | { readonly fault: 'timeout' }
  | { readonly fault: 'missing' }

/** A stored commit of the project on which the new commits of the bundle build. */
export interface BaseRevision {
  readonly repositoryId: string
  readonly commitSha: string
  /** Its canonical manifest. */
  readonly manifest: () => Promise<string>
}

/** A session with the manifest that the caller declared for its bundle, in canonical form. */
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
  const forbidden = [...declared.named].filter(isForbidden)
  if (forbidden.length > 0) return rejected(forbidden.slice(0, 100).map(toForbiddenFault))
  try {
    const { session, bundleKey, base } = declared
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

const toForbiddenFault = (path: string): InvalidField => ({
  path: 'manifest.protected',
  message: `names ${path}, which no checkout may have`,
  rule: 'forbidden_path',
})

const rejected = (fields: InvalidField[]): BundleCheck => ({ fault: 'rejected', fields })

/** True if the stored bytes are the declared bytes. If they were damaged in the store, the caller is not at fault. */
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
  if (made.manifestSha256 !== session.manifestSha256) return rejected(made.differing.map(toDifferingFault))
  return { quarantine, manifest: made.text, named, findings: made.findings }
}

const toDifferingFault = (name: string): InvalidField => ({
  path: `manifest.${name}`,
  message: 'does not match the bundle',
  rule: 'manifest_differs',
})

export type ProtectedContent = HandlerBody<Static<typeof FinalizeProjectImport>>

/** Returns the faults of the protected files that finalize an import; `named` are the paths of the manifest. */
export const invalidContent = (content: ProtectedContent, named: ReadonlySet<string>): InvalidField[] =>
  contentFields(content, named, new Set(contentPaths(content).filter(isForbidden)))

/** True if no checkout may contain the path. */
const isForbidden = (path: string) => !path.isWellFormed() || forbiddenPath(Buffer.from(path)) !== undefined

/** Returns the content of protected files and secrets in the form that is encrypted and stored. */
export const toSealableContent = ({ protectedFiles, secrets }: ProtectedContent) => ({
  files: protectedFiles.map(({ contentBase64, ...file }) => ({ ...file, content: contentBase64!.bytes })),
  entries: secrets.entries ?? [],
})

/** True if there are protected files or secrets to encrypt. */
export const needsVault = ({ protectedFiles, secrets }: ProtectedContent): boolean =>
  protectedFiles.length > 0 || (secrets.entries ?? []).length > 0
