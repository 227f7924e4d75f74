/** Lets at most so many works run at once. The others wait in the order in which they came. */
export interface Turns {
  /** Runs `work` when its turn comes; work that is aborted while it waits throws the reason and never runs. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export const takeTurns = (most: number): Turns => {
  let running = 0
  const waiting = new Set<() => void>()
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        waiting.delete(begin)
        running += 1
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(signal.reason as Error)
      }
      if (signal.aborted) giveUp()
      else if (running < most) begin()
      else {
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.add(begin)
      }
    })
  return {
    run: async (signal, work) => {
      await turn(signal)
      try {
        return await work()
      } finally {
        running -= 1
        const [next] = waiting
        next?.()
      }
    },
  }
}
