import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../../../platform/threads/index.ts'
import { findWeakening, type Finding, type Judged } from '../weakening/index.ts'

// So much is read in less time than a thread takes to start.
const atOnceMostChars = 131_072
const readingMs = 60_000
const memoryMostMiB = 1_024

/**
 * `findWeakening`, for a large change in a thread of its own, so that the server answers meanwhile. A change that takes
 * longer than a minute, or more memory than a thread may have, is one that a person has to look at.
 */
export const findWeakeningApart = async (judged: Judged, signal: AbortSignal): Promise<readonly Finding[]> => {
  const chars = judged.files.reduce((sum, { before = '', after = '' }) => sum + before.length + after.length, 0)
  if (chars <= atOnceMostChars) return findWeakening(judged)
  const resourceLimits = { maxOldGenerationSizeMb: memoryMostMiB }
  const worker = new Worker(new URL('./weakening-worker.ts', import.meta.url), {
    workerData: judged,
    env: threadEnvironment(),
    resourceLimits,
  })
  try {
    const [found] = (await once(worker, 'message', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(readingMs)]),
    })) as [Finding[]]
    return found
  } catch {
    signal.throwIfAborted()
    return [unexamined(judged)]
  } finally {
    await worker.terminate()
  }
}

const unexamined = ({ files }: Judged): Finding => ({
  kind: 'evidence_unreadable',
  level: 'ask',
  path: files[0]!.path,
  reason: `The ${files.length} files of the change are too large to look for weakened tests in. A person has to look at them.`,
})
