import pLimit from 'p-limit'
import { GitError } from '../../../execution/repositories/index.ts'
import type { Log } from '../../../platform/jobs/index.ts'
import { readMs } from './rules.ts'

// Each read starts several processes of git; without a bound a few thousand requests would start as many.
const reading = pLimit(8)

interface Request {
  readonly signal: AbortSignal
  readonly requestId: string
}

/**
 * Does the work of a read when it is its turn, and gives its answer in time: `late` where it is not there, `unreachable`
 * where git could not read the repository. What the work refuses is thrown as it is.
 */
export const inTime = async <T>(
  log: Pick<Log, 'error'>,
  { signal, requestId }: Request,
  work: (signal: AbortSignal) => Promise<T>,
  deadline = AbortSignal.timeout(readMs),
): Promise<T | 'late' | 'unreachable'> => {
  const either = AbortSignal.any([signal, deadline])
  const turn = reading(() => {
    either.throwIfAborted()
    return work(either)
  })
  try {
    return await Promise.race([turn, ended(either)])
  } catch (error) {
    if (either.aborted) return 'late'
    if (!(error instanceof GitError)) throw error
    log.error({ err: error, requestId }, 'A repository did not answer')
    return 'unreachable'
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
