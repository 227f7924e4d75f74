import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { findingsMax, type HistoryFinding, scanHistory, type ShownFinding } from '../commits/history.ts'
import { bytesOf, treePathOf, type TreePath } from '../paths.ts'
import { filesOf } from '../reads/tree.ts'

type ManifestFile = TreePath & {
  /** Six octal digits: 100644, 100755, 120000 (symbolic link) or 160000 (submodule). */
  readonly mode: string
  /** Bytes; null for a submodule. */
  readonly size: number | null
  /** The object of the entry: a blob, or a submodule's commit. */
  readonly blobSha: string
}

export interface ProtectedPath {
  readonly path: string
  readonly reason: string
}

export interface ManifestOptions {
  readonly protected?: readonly ProtectedPath[]
  /** Those of a manifest that is to be made again: nothing is scanned. */
  readonly findings?: readonly HistoryFinding[]
  /** A commit of its history with its findings: only the commits after it are scanned. */
  readonly since?: ScannedHistory | undefined
  readonly signal?: AbortSignal
  /** For the scan of the history; by default ten minutes. A scan that takes longer throws, without a half result. */
  readonly timeoutMs?: number
}

export interface ScannedHistory {
  readonly commitSha: string
  readonly findings: readonly HistoryFinding[]
}

export interface Manifest {
  readonly manifest: {
    readonly version: 1
    readonly commitSha: string
    readonly files: readonly ManifestFile[]
    readonly protected: readonly ProtectedPath[]
    readonly findings: readonly HistoryFinding[]
  }
  /** Those of the manifest, in its order. */
  readonly findings: readonly ShownFinding[]
  /** RFC 8785 bytes as text, and their SHA-256 in hexadecimal. */
  readonly canonical: string
  readonly manifestSha256: string
}

/**
 * The canonical manifest of a commit: its files, the protected paths as given, and the secrets of its whole history.
 * Equal on every machine for equal commits, so that a command line and a server can compare hashes.
 */
export const manifestOf = async (gitDir: string, commitSha: string, options: ManifestOptions = {}) => {
  const [entries, found] = await Promise.all([
    filesOf(gitDir, commitSha, { signal: options.signal }),
    options.findings?.map(unmasked) ?? findingsOf(gitDir, commitSha, options),
  ])
  const files = entries.map(({ path, mode, sizeBytes, sha }) => ({
    ...treePathOf(path),
    mode,
    size: sizeBytes ?? null,
    blobSha: sha,
  }))
  const protectedFiles = [...(options.protected ?? [])].sort(byPath)
  const findings = found.sort(byPath)
  const publicFindings = findings.map(({ masked: _, status: __, ...finding }) => finding)
  return {
    ...sealManifest({ version: 1, commitSha, files, protected: protectedFiles, findings: publicFindings }),
    findings,
  }
}

const unmasked = (finding: HistoryFinding): ShownFinding => ({ ...finding, masked: '', status: 'past' })

const findingsOf = async (gitDir: string, commitSha: string, { since, ...options }: ManifestOptions) => {
  if (!since) return scanHistory(gitDir, commitSha, options)
  const found = await scanHistory(gitDir, commitSha, { ...options, since: since.commitSha })
  return [...since.findings.map(unmasked), ...found].slice(0, findingsMax)
}

/** The manifest of a commit without files, as `manifestOf` would compute it. */
export const emptyManifest = (commitSha: string): Manifest => ({
  ...sealManifest({ version: 1, commitSha, files: [], protected: [], findings: [] }),
  findings: [],
})

/** The canonical form of a manifest, and its hash. */
export const sealManifest = (manifest: Manifest['manifest']): Omit<Manifest, 'findings'> => {
  const canonical = canonicalize(manifest)
  if (canonical === undefined) throw new Error('A manifest has no canonical form')
  return { manifest, canonical, manifestSha256: createHash('sha256').update(canonical).digest('hex') }
}

// Sorting is stable: entries with the same path keep the order in which they were found.
const byPath = (a: TreePath, b: TreePath) => Buffer.compare(bytesOf(a), bytesOf(b))
