/** The steps that a process carries out, one of which may have it to itself. */
export interface Solitude {
  /** True if a step waits for the others to end, or has the process to itself: the worker takes no job then. */
  readonly isWanted: boolean
  /** Carries a step out beside others, once none has the process to itself. */
  beside<T>(work: () => Promise<T>): Promise<T>
  /** Carries a step out after the others have ended, while no other begins. Aborting `signal` ends only the wait. */
  alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** `alone` is called for one step at a time. */
export const openSolitude = (): Solitude => {
  let running = 0
  let wanted: PromiseWithResolvers<void> | undefined
  let quiet: PromiseWithResolvers<void> | undefined
  return {
    get isWanted() {
      return wanted !== undefined
    },
    beside: async (work) => {
      while (wanted) await wanted.promise
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) quiet?.resolve()
      }
    },
    alone: async (signal, work) => {
      const own = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      wanted = own
      quiet = ended
      const leave = () => ended.resolve()
      signal.addEventListener('abort', leave, { once: true })
      try {
        if (running > 0 && !signal.aborted) await ended.promise
        return await work()
      } finally {
        signal.removeEventListener('abort', leave)
        wanted = undefined
        quiet = undefined
        own.resolve()
      }
    },
  }
}
