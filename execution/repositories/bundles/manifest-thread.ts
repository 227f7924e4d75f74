import { openThread, type Thread } from '../../../platform/threads/index.ts'
import { HistoryTooLargeError, type ShownFinding } from '../commits/history.ts'
import type { ProtectedPath } from './manifest.ts'
import { ScanTimeoutError } from '../scans/scan.ts'
import { TreeTooLargeError } from '../reads/tree.ts'

export interface ManifestRequest {
  readonly gitDir: string
  readonly commitSha: string
  /** A manifest in canonical form that the commit's own is held against; its protected paths are taken over. */
  readonly declared?: string
  readonly protected?: readonly ProtectedPath[]
  /** The canonical manifest of a commit of the history: only the commits after it are scanned. */
  readonly since?: string | undefined
  /** For the scan of the history; by default ten minutes. */
  readonly timeoutMs?: number
  /** The number of returned findings; by default 100. */
  readonly findingsMost?: number
}

export interface ManifestResult {
  readonly manifestSha256: string
  /** The canonical manifest as UTF-8. */
  readonly text: Uint8Array<ArrayBuffer>
  /** The first of them. */
  readonly findings: readonly ShownFinding[]
  readonly findingsTotal: number
  readonly protected: readonly ProtectedPath[]
  /** Names of the parts in which it differs from the declaration. */
  readonly differing: readonly string[]
}

interface ThreadFailure {
  readonly failure: { readonly name: string; readonly message: string }
}

const idle: Thread<ManifestRequest, ManifestResult | ThreadFailure>[] = []
const longestMs = 20 * 60_000

/** Like `manifestOf`, in a thread of its own: the manifest of a large repository takes seconds. */
export const manifestInThread = async (request: ManifestRequest, signal?: AbortSignal): Promise<ManifestResult> => {
  const module = new URL('./manifest-worker.ts', import.meta.url)
  const thread = idle.pop() ?? openThread({ module, answerMs: longestMs, idleMs: 60_000 })
  try {
    const answer = await thread.ask(request, { ...(signal && { signal }) })
    if ('failure' in answer) throw errorOf(answer.failure)
    return answer
  } finally {
    idle.push(thread)
  }
}

const errorKinds = [ScanTimeoutError, HistoryTooLargeError, TreeTooLargeError]

/** The error that the thread met, as an instance of its own class again. */
const errorOf = ({ name, message }: ThreadFailure['failure']): Error => {
  const kind = errorKinds.find((one) => one.name === name)
  const error = new Error(message)
  return kind ? (Object.setPrototypeOf(error, kind.prototype) as Error) : error
}
