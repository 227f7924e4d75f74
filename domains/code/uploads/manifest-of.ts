import {
  HistoryTooLargeError,
  manifestInThread,
  ScanTimeoutError,
  TreeTooLargeError,
  type ManifestResult,
  type ProtectedPath,
  type Quarantine,
} from '../../../execution/repositories/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'

interface ManifestOptions {
  /** The manifest that it is held against, whose protected paths are taken over. */
  readonly declared?: string
  readonly protected?: readonly ProtectedPath[]
  readonly findingsMost?: number
}

/** The manifest of a checked bundle, or why that is too much to be made. */
export const manifestOf = async (
  { gitDir, commitSha, expandedBytes }: Quarantine,
  options: ManifestOptions,
  signal: AbortSignal,
): Promise<ManifestResult | { readonly fault: InvalidField }> => {
  try {
    return await manifestInThread({ ...options, gitDir, commitSha, timeoutMs: scanMs(expandedBytes) }, signal)
  } catch (error) {
    if (!tooLarge.some((kind) => error instanceof kind)) throw error
    return { fault: { path: 'bundle', rule: 'too_large', message: (error as Error).message } }
  }
}

const tooLarge = [ScanTimeoutError, HistoryTooLargeError, TreeTooLargeError]

/** Secrets are looked for in some 20 MiB of text a second; a small history that takes longer is made to. */
const scanMs = (expandedBytes: number) =>
  Math.min(10 * 60_000, 30_000 + 1_000 * Math.ceil(expandedBytes / (4 * 2 ** 20)))
