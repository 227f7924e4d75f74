import type { LeasedJob } from './queue.ts'

/** Reason why an attempt was stopped. */
export class AttemptStopped extends Error {
  override readonly name = 'Stopped'
  readonly why: 'cancelled' | 'lost' | 'stopping'
  constructor(why: 'cancelled' | 'lost' | 'stopping') {
    super(sentences[why])
    this.why = why
  }
}

const sentences = {
  cancelled: 'The run was cancelled',
  lost: 'The lease ended, so another process may carry the step out',
  stopping: 'This process is shutting down',
}

/** A job that this process fetched and has not settled. */
export interface HeldJob {
  readonly job: LeasedJob
  readonly signal: AbortSignal
  /** When this process took it, on its own clock. */
  readonly takenAtMs: number
  /** When the database last confirmed the lease, on this process's own clock. */
  confirmedAtMs: number
  /** The attempt that this process wrote for the job, even if it does not know whether the transaction committed. */
  begunAttempt?: number | undefined
  stop(why: AttemptStopped['why']): void
  isLost(): boolean
}

export const holdJob = (job: LeasedJob): HeldJob => {
  const controller = new AbortController()
  const takenAtMs = performance.now()
  return {
    job,
    signal: controller.signal,
    takenAtMs,
    confirmedAtMs: takenAtMs,
    stop: (why) => controller.abort(new AttemptStopped(why)),
    isLost: () => controller.signal.aborted && (controller.signal.reason as AttemptStopped).why === 'lost',
  }
}

const longestMs = 24 * 3_600_000

/** Whether an attempt must end because its lease was not confirmed in time, or because it has taken a day. */
export const isOverdue = (
  held: Pick<HeldJob, 'confirmedAtMs' | 'takenAtMs'>,
  nowMs: number,
  leaseMs: number,
): boolean => nowMs - held.confirmedAtMs > leaseMs || nowMs - held.takenAtMs > longestMs
