import type { LeasedJob } from './queue.ts'

const sentences = {
  cancelled: 'The run was cancelled',
  lost: 'The lease ended, so another process may carry the step out',
  stopping: 'This process is shutting down',
}
type StopReason = keyof typeof sentences

/** The reason of an aborted attempt. */
class AttemptStopped extends Error {
  override readonly name = 'Stopped'
  readonly why: StopReason
  constructor(why: StopReason) {
    super(sentences[why])
    this.why = why
  }
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
  stop(why: StopReason): void
  /** Why the attempt was stopped; undefined while it may continue. */
  stoppedBy(): StopReason | undefined
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
    stoppedBy: () => (controller.signal.aborted ? (controller.signal.reason as AttemptStopped).why : undefined),
  }
}

const longestMs = 24 * 3_600_000

/** True if an attempt must end: its lease was not confirmed in time, or it has taken a day. */
export const isOverdue = (
  held: Pick<HeldJob, 'confirmedAtMs' | 'takenAtMs'>,
  nowMs: number,
  leaseMs: number,
): boolean => nowMs - held.confirmedAtMs > leaseMs || nowMs - held.takenAtMs > longestMs
