import { CodeHostFailure } from '../../../execution/code-hosts/index.ts'
import { retryPauseMs } from '../../../platform/waiting/index.ts'

/** How long after a failed exchange the next one waits: as long as the host asks for, and longer with each failure. */
export const pauseAfter = (error: unknown, attempts: number): number =>
  Math.max(retryPauseMs(attempts), error instanceof CodeHostFailure ? (error.waitMs ?? 0) : 0)
