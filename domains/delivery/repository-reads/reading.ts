import pLimit, { type LimitFunction } from 'p-limit'
import { GitError } from '../../../execution/repositories/index.ts'
import type { Log } from '../../../platform/jobs/index.ts'
import { unlessAborted } from '../../../platform/waiting/index.ts'
import { readMs } from './rules.ts'

/** Limits work to `all` at once, and to `each` for one workspace, so that none makes the others wait. */
export const fairLimit = (all: number, each: number) => {
  const together = pLimit(all)
  const own = new Map<string, { limit: LimitFunction; count: number }>()
  return async <T>(workspace: string, work: () => Promise<T>): Promise<T> => {
    const mine = own.get(workspace) ?? { limit: pLimit(each), count: 0 }
    own.set(workspace, mine)
    mine.count += 1
    try {
      return await mine.limit(() => together(work))
    } finally {
      mine.count -= 1
      if (mine.count === 0) own.delete(workspace)
    }
  }
}

// Each read starts several processes of git; without a bound a few thousand requests would start as many.
const reading = fairLimit(8, 4)

interface Request {
  readonly workspace: string
  readonly signal: AbortSignal
  readonly requestId: string
}

/** Runs a read in turn and in time: `late` if it is not, `unreachable` if git could not read; refusals are thrown. */
export const inTime = async <T>(
  log: Pick<Log, 'error'>,
  { workspace, signal, requestId }: Request,
  work: (signal: AbortSignal) => Promise<T>,
  deadline = AbortSignal.timeout(readMs),
): Promise<T | 'late' | 'unreachable'> => {
  const either = AbortSignal.any([signal, deadline])
  const turn = reading(workspace, async () => {
    either.throwIfAborted()
    return work(either)
  })
  try {
    return await unlessAborted(turn, either)
  } catch (error) {
    if (either.aborted) return 'late'
    if (!(error instanceof GitError)) throw error
    log.error({ err: error, requestId }, 'Reading a repository failed')
    return 'unreachable'
  }
}
