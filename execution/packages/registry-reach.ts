import type { Refusal } from '../egress/index.ts'
import type { PhaseEnd } from './run-phase.ts'

/** Why a fetch was ended: no registry can be reached. */
export class UnreachableRegistry extends Error {}

const triesApartMs = 1_000

/**
 * Calls `stop` once nothing was reached and a host is refused again: by a rule at once, and for want of an answer when
 * the tries lie a second apart, so that a short interruption is waited out.
 */
export const watchRegistryReach = (stop: () => void) => {
  const firstMs = new Map<string, number>()
  let isDone = false
  return {
    reached: (): void => {
      isDone = true
    },
    refused: ({ target, status }: Pick<Refusal, 'target' | 'status'>, nowMs: number): void => {
      const before = firstMs.get(target)
      if (before === undefined) firstMs.set(target, nowMs)
      if (isDone || before === undefined || (status !== 403 && nowMs - before < triesApartMs)) return
      isDone = true
      stop()
    },
  }
}

/** How a fetch ended whose registries are out of reach. */
export const unreachableEnd = (durationMs: number): PhaseEnd => ({
  outcome: 'could_not_run',
  exitCode: null,
  stoppedBy: null,
  durationMs: Math.round(durationMs),
  log: 'The fetch was stopped: nothing that it asked for could be reached, and it asked again.',
})
