import { setTimeout as pause } from 'node:timers/promises'
import { failed, undefinedIf } from '../failure.ts'

interface Wait {
  readonly signal: AbortSignal
  /** The awaited thing, for the sentence of the failure. */
  readonly awaited: string
  readonly mostMs?: number
  readonly everyMs?: number
}

/**
 * Asks again until there is an answer; a failure after ten minutes. A server that is starting again is asked once it is
 * up.
 */
export const until = async <T>(
  ask: () => Promise<T | undefined>,
  { signal, awaited, mostMs = 10 * 60_000, everyMs = 500 }: Wait,
): Promise<T> => {
  for (let waitedMs = 0; ; waitedMs += everyMs) {
    const answer = await ask().catch(undefinedIf(({ kind }) => kind === 'unreachable'))
    if (answer !== undefined) return answer
    if (waitedMs >= mostMs)
      throw failed('seed_waited_too_long', `The seed waited ${Math.round(mostMs / 60_000)} minutes for ${awaited}.`)
    await pause(everyMs, undefined, { signal })
  }
}
