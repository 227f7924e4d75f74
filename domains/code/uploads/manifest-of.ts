import {
  HistoryTooLargeError,
  manifestInThread,
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
  /** The canonical manifest of the base commit of the bundle. */
  readonly since?: string | undefined
}

/** The manifest of a checked bundle, or why that is too much to be made: decisions/0012. */
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

const tooLarge = [HistoryTooLargeError, TreeTooLargeError]

/** A free machine searches some 20 MiB of text a second; past this time the machine is busy. */
const scanMs = (expandedBytes: number) => Math.min(15 * 60_000, 120_000 + 1_000 * Math.ceil(expandedBytes / 2 ** 20))
