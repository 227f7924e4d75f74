import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import canonicalize from 'canonicalize'
import {
  HistoryTooLargeError,
  manifestOf,
  ScanTimeoutError,
  TreeTooLargeError,
  type Quarantine,
  type Repositories,
  type RunUntrusted,
} from '../../../execution/repositories/index.ts'
import { worktreePath, type SandboxDriver, type SandboxLimits } from '../../../execution/sandbox/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'
import { isDiskFull, StorageFullError, type ObjectStore } from '../../../platform/storage/index.ts'
import { bundleKey } from './present.ts'
import type { ImportRejection, ImportRow } from './tables.ts'

export interface CheckParts {
  readonly objects: ObjectStore
  readonly repositories: Repositories
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
}

export type Checked =
  | { readonly fault: 'rejected'; readonly rejection: ImportRejection }
  | { readonly fault: 'disk-full' }
  | { readonly fault: 'missing' }
  | { readonly fault?: undefined; readonly quarantine: Quarantine }

/** Unpacks the bundle out of everyone's sight, in a sandbox, and holds it against what the session declared. */
export const checkBundle = async (parts: CheckParts, session: ImportRow, signal: AbortSignal): Promise<Checked> => {
  try {
    const inspected = await parts.objects.withFile(bundleKey(session.id), (bundlePath) =>
      parts.repositories.inspectBundle({
        bundlePath,
        commitSha: session.commitSha,
        branch: session.defaultBranch,
        run: inSandbox(parts, session),
        signal,
      }),
    )
    if (!inspected) return { fault: 'missing' }
    if (!inspected.ok) {
      if (!(await isWhole(parts, session))) return { fault: 'missing' }
      return rejected(inspected.rejected.map(({ path, message, rule }) => ({ path, message, rule })))
    }
    return await checkManifest(parts, session, inspected.quarantine, signal)
  } catch (error) {
    if (isDiskFull(error) || error instanceof StorageFullError) return { fault: 'disk-full' }
    throw error
  }
}

const rejected = (fields: InvalidField[]): Checked => ({
  fault: 'rejected',
  rejection: { code: 'bundle_rejected', fields },
})

/** Whether the store still has the bytes that were declared: damage to them is not the caller's. */
const isWhole = ({ objects }: CheckParts, session: ImportRow) =>
  objects.withFile(bundleKey(session.id), async (path) => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex') === session.bundleSha256
  })

const checkManifest = async (
  parts: CheckParts,
  session: ImportRow,
  quarantine: Quarantine,
  signal: AbortSignal,
): Promise<Checked> => {
  try {
    const fault = await manifestFault(session, quarantine, signal)
    if (!fault) return { quarantine }
    await parts.repositories.discard(quarantine)
    return fault
  } catch (error) {
    await parts.repositories.discard(quarantine)
    if (tooLarge.some((kind) => error instanceof kind))
      return rejected([{ ...tooMuch, message: (error as Error).message }])
    throw error
  }
}

const tooLarge = [ScanTimeoutError, HistoryTooLargeError, TreeTooLargeError]
const tooMuch = { path: 'bundle', rule: 'too_large' }

/** Secrets are looked for in some 20 MiB of text a second; a small history that takes longer is made to. */
const scanMs = (expandedBytes: number) =>
  Math.min(10 * 60_000, 30_000 + 1_000 * Math.ceil(expandedBytes / (4 * 2 ** 20)))

/** What the declared manifest says that the bundle does not, or a finding that the session was to stop at. */
const manifestFault = async (
  session: ImportRow,
  { gitDir, expandedBytes }: Quarantine,
  signal: AbortSignal,
): Promise<Checked | undefined> => {
  const declared = JSON.parse(session.manifest) as { protected: { path: string; reason: string }[] }
  const options = { protected: declared.protected, timeoutMs: scanMs(expandedBytes), signal }
  const actual = await manifestOf(gitDir, session.commitSha, options)
  const { findings } = actual.manifest
  if (actual.manifestSha256 !== session.manifestSha256) return rejected(differences(declared, actual.manifest))
  if (session.historyMode === 'preserve' || findings.length === 0) return undefined
  const fields = findings.slice(0, 100).map(({ path, pathBase64, rule, commitSha, line }) => ({
    path: path ?? pathBase64,
    message: `line ${line} of commit ${commitSha} holds a secret`,
    rule,
  }))
  return { fault: 'rejected', rejection: { code: 'findings_present', fields } }
}

const differences = (declared: object, actual: object): InvalidField[] => {
  const [mine, theirs] = [actual, declared] as Record<string, unknown>[]
  const names = new Set([...Object.keys(mine!), ...Object.keys(theirs!)])
  return [...names].flatMap((name) =>
    canonicalize(mine![name]) === canonicalize(theirs![name])
      ? []
      : [{ path: `manifest.${name}`, message: 'is not what the bundle holds', rule: 'manifest_differs' }],
  )
}

/** A pack is as large as its bundle, and is unpacked beside it: a bundle that may be uploaded may be checked. */
const limitsFor = (limits: SandboxLimits, bundleBytes: number): SandboxLimits => ({
  ...limits,
  fileSizeBytes: Math.max(limits.fileSizeBytes, 2 * bundleBytes),
  diskBytes: Math.max(limits.diskBytes, 4 * bundleBytes),
})

/** Runs git over bytes that nobody has checked, with nothing in sight but those bytes. */
const inSandbox =
  ({ sandboxes, sandboxLimits }: CheckParts, session: ImportRow): RunUntrusted =>
  async (argv, { readonly, writable, wallMs, signal }) => {
    const sandbox = await sandboxes.open({
      id: `import-${session.id}`,
      worktree: { from: writable, writable: true },
      readonly: readonly.map((path) => ({ from: path, to: path })),
      limits: limitsFor(sandboxLimits, session.bundleSizeBytes),
    })
    try {
      const command = { argv, cwd: worktreePath, wallMs: Math.min(wallMs, sandboxLimits.wallMs) }
      return await sandbox.run({ ...command, ...(signal && { signal }) })
    } finally {
      await sandbox.close()
    }
  }
