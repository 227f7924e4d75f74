import { askOnce } from '../../platform/threads/index.ts'
import { type CoverageFault, judgeCoverage, type JudgedCoverage, type LeftCoverage } from './judge-coverage.ts'

// So much is read in less time than a thread takes to start.
const atOnceMostChars = 131_072

type Answer = JudgedCoverage | CoverageFault

/**
 * `judgeCoverage`, for a large report in a thread of its own, so that the server answers meanwhile. What takes longer
 * than half a minute, or more memory than a thread may have, cannot be read. Aborting `signal` throws its reason.
 */
export const judgeCoverageInThread = async (left: LeftCoverage, signal: AbortSignal): Promise<Answer> => {
  // A line of a Go profile may stand for a million lines.
  const isSmall = left.format !== 'go' && left.texts.reduce((sum, { text }) => sum + text.length, 0) <= atOnceMostChars
  if (isSmall) return judgeCoverage(left)
  const module = new URL('./coverage-worker.ts', import.meta.url)
  const judged = await askOnce<Answer>(left, { module, answerMs: 30_000, memoryMiB: 512, signal })
  return judged ?? { fault: 'It takes more time or memory than there is to read it.' }
}
