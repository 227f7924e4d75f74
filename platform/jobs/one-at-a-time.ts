/** Carries out one piece of work at a time; `signal` ends the waiting, not the work, and `work` then begins at once. */
export type OneAtATime = (signal: AbortSignal, work: () => Promise<void>) => Promise<void>

/** The turn of steps in which processes died twice: one at a time, so that no innocent step fails for another. */
export const oneAtATime = (): OneAtATime => {
  const waiting = new Set<() => void>()
  let isTaken = false
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const begin = () => {
        signal.removeEventListener('abort', begin)
        waiting.delete(begin)
        resolve()
      }
      waiting.add(begin)
      signal.addEventListener('abort', begin, { once: true })
      if (signal.aborted) begin()
    })
  const next = () => {
    const first = waiting.values().next()
    if (first.done) isTaken = false
    else first.value()
  }
  return async (signal, work) => {
    if (isTaken) await turn(signal)
    const holds = !signal.aborted
    if (holds) isTaken = true
    try {
      await work()
    } finally {
      if (holds) next()
    }
  }
}
