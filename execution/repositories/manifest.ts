import type { TreePath } from './repositories.ts'

export type ManifestFile = TreePath & {
  /** Six octal digits: 100644, 100755, 120000 (symbolic link) or 160000 (submodule). */
  readonly mode: string
  /** Bytes; null for a submodule. */
  readonly size: number | null
  /** The object of the entry: a blob, or a submodule's commit. */
  readonly blobSha: string
}

/** A secret that some commit of the history holds. `line` counts from 1, in the version that `commitSha` brought. */
export type HistoryFinding = TreePath & { readonly rule: string; readonly commitSha: string; readonly line: number }

export interface ProtectedPath {
  readonly path: string
  readonly reason: string
}

export interface ManifestOptions {
  readonly protected?: readonly ProtectedPath[]
  readonly signal?: AbortSignal
  /** For the scan of the history; by default ten minutes. A scan that takes longer throws and gives no half result. */
  readonly timeoutMs?: number
}

export interface Manifest {
  readonly manifest: {
    readonly version: 1
    readonly commitSha: string
    readonly files: readonly ManifestFile[]
    readonly protected: readonly ProtectedPath[]
    readonly findings: readonly HistoryFinding[]
  }
  /** RFC 8785 bytes as text, and their SHA-256 in hexadecimal. */
  readonly canonical: string
  readonly manifestSha256: string
}
