import { outsideReader } from '../../platform/threads/index.ts'
import { coverageLimits } from '../../packages/verdict/index.ts'
import type { judgeCoverage, CoverageFault, JudgedCoverage, LeftCoverage } from '../../packages/verdict/in-thread.ts'

const judge = outsideReader<typeof judgeCoverage>({
  module: new URL('../../packages/verdict/in-thread.ts', import.meta.url),
  name: 'judgeCoverage',
  mostBytes: 2 * coverageLimits.bytes,
  workMs: 30_000,
})

/**
 * `judgeCoverage` in a thread, so that the server keeps answering. A report that takes longer than half a minute, or
 * more memory than a thread may have, cannot be read. `key` is the sandbox that left it. Aborting `signal` throws its
 * reason.
 */
export const judgeCoverageInThread = async (
  left: LeftCoverage,
  key: string,
  signal: AbortSignal,
): Promise<JudgedCoverage | CoverageFault> =>
  (await judge(left, { key, signal })).value ?? {
    fault: 'It takes more time or memory than there is to read it.',
  }
