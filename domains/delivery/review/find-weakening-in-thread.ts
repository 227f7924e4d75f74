import { askOnce } from '../../../platform/threads/index.ts'
import type { Finding, WeakeningInput } from '../../../packages/verdict/index.ts'

export interface WeakeningTask {
  readonly judged: WeakeningInput
  /** One number: the place of the file whose text the thread parses, or -1. */
  readonly parsing: Int32Array
}

const answerMs = 60_000

/** `findWeakening` in a thread, so that no parser blocks the server; too much time or memory needs a person's look. */
export const findWeakeningInThread = async (
  judged: WeakeningInput,
  signal: AbortSignal,
  longestMs = answerMs,
): Promise<readonly Finding[]> => {
  if (judged.files.length === 0) return []
  const module = new URL('./weakening-worker.ts', import.meta.url)
  const parsing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1)
  const task: WeakeningTask = { judged, parsing }
  const found = await askOnce<readonly Finding[]>(task, { module, answerMs: longestMs, memoryMiB: 1_024, signal })
  return found ?? [unexamined(judged, Atomics.load(parsing, 0))]
}

const unexamined = ({ files }: WeakeningInput, at: number): Finding => {
  const path = files[at]?.path
  const why =
    path === undefined
      ? `The search for weakened tests in the ${files.length} files of the change took more time or memory than it has.`
      : `${path} takes too long to parse, so the change was not probed for weakened tests.`
  return {
    kind: 'evidence_unreadable',
    level: 'ask',
    path: path ?? files[0]!.path,
    reason: `${why} A person has to look at it.`,
  }
}
