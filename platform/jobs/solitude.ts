export type Solitude = ReturnType<typeof openSolitude>

/** The steps that a process carries out, one of which may have it to itself. `alone` is called for one at a time. */
export const openSolitude = () => {
  let running = 0
  let wanted: PromiseWithResolvers<void> | undefined
  let quiet: PromiseWithResolvers<void> | undefined
  return {
    /** True if a step waits for the others to end, or has the process to itself: the worker takes no job then. */
    get isWanted() {
      return wanted !== undefined
    },
    /** Carries a step out beside others, once none has the process to itself. */
    beside: async <T>(work: () => Promise<T>): Promise<T> => {
      while (wanted) await wanted.promise
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) quiet?.resolve()
      }
    },
    /** Carries a step out after the others have ended, while no other begins. Aborting `signal` ends only the wait. */
    alone: async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
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
