import type { Refusal } from '../egress/index.ts'
import type { PhaseEnd } from './run-phase.ts'

/** Why a fetch was ended, as its log has it. */
export class FetchStopped extends Error {}

const triesApartMs = 1_000
const targetsMost = 1_000
// A fetch of a thousand packages asks twice for each; a program that retries forever asks as often in a minute.
const refusedMost = 5_000

const unreachable = 'The fetch was stopped: nothing that it asked for could be reached, and it asked again.'
const unending = 'The fetch was stopped: it asked again and again for a host that it may not reach.'

/**
 * Calls `stop` with the reason once nothing was reached and a host is refused again: by a rule at once, and for want of
 * an answer when the tries lie a second apart, so that a short interruption is waited out. Where `isSure` is false, and
 * after something was reached, only a program that asks without end is stopped.
 */
export const watchRegistryReach = ({ isSure, stop }: { isSure: boolean; stop: (reason: string) => void }) => {
  const firstMs = new Map<string, number>()
  let isReached = !isSure
  let refusedCount = 0
  return {
    reached: (): void => {
      isReached = true
    },
    refused: ({ target, status }: Pick<Refusal, 'target' | 'status'>, nowMs: number): void => {
      const before = firstMs.get(target)
      if (before === undefined && firstMs.size < targetsMost) firstMs.set(target, nowMs)
      refusedCount += 1
      if (refusedCount === refusedMost) stop(unending)
      if (isReached || before === undefined || (status !== 403 && nowMs - before < triesApartMs)) return
      isReached = true
      stop(unreachable)
    },
  }
}

/** How a fetch ended that was stopped because of an unreachable host. */
export const stoppedEnd = ({ message }: FetchStopped, durationMs: number): PhaseEnd => ({
  outcome: 'could_not_run',
  exitCode: null,
  stoppedBy: null,
  durationMs: Math.round(durationMs),
  log: message,
})
