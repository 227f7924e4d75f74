import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../platform/threads/index.ts'
import { type CoverageFault, judgeCoverage, type JudgedCoverage, type LeftCoverage } from './judge-coverage.ts'

// So much is read in less time than a thread takes to start.
const atOnceMostChars = 131_072
const readingMs = 30_000
const memoryMostMiB = 512

/**
 * `judgeCoverage`, for a large report in a thread of its own, so that the server answers meanwhile. What takes longer
 * than half a minute, or more memory than a thread may have, cannot be read. Aborting `signal` throws its reason.
 */
export const judgeCoverageApart = async (
  left: LeftCoverage,
  signal: AbortSignal,
): Promise<JudgedCoverage | CoverageFault> => {
  // A line of a Go profile may stand for a million lines.
  const isSmall = left.format !== 'go' && left.texts.reduce((sum, { text }) => sum + text.length, 0) <= atOnceMostChars
  if (isSmall) return judgeCoverage(left)
  const resourceLimits = { maxOldGenerationSizeMb: memoryMostMiB }
  const worker = new Worker(new URL('./coverage-worker.ts', import.meta.url), {
    ...{ workerData: left, env: threadEnvironment(), resourceLimits },
  })
  try {
    const timeout = AbortSignal.timeout(readingMs)
    const [judged] = (await once(worker, 'message', { signal: AbortSignal.any([signal, timeout]) })) as [
      JudgedCoverage | CoverageFault,
    ]
    return judged
  } catch {
    signal.throwIfAborted()
    return { fault: 'It takes more time or memory than there is to read it.' }
  } finally {
    await worker.terminate()
  }
}
