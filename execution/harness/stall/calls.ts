/** A call of the model that was broken off because nothing came; its code is among the codes that are retried. */
class HungCall extends Error {
  override readonly name = 'HungCall'
  readonly code = 'provider_stalled'

  constructor() {
    super('Nothing came of a call of the model, so it was broken off.')
  }
}

/** The calls of the model that are under way, so that a hanging call can be cancelled. */
export const openCalls = () => {
  const open = new Set<AbortController>()
  return {
    /** One call. Throws HungCall if it was broken off, and otherwise what `call` throws. */
    run: async <T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const controller = new AbortController()
      open.add(controller)
      try {
        return await call(AbortSignal.any([signal, controller.signal]))
      } catch (error) {
        throw controller.signal.aborted && !signal.aborted ? new HungCall() : error
      } finally {
        open.delete(controller)
      }
    },
    /** Breaks off all of them; returns their number. */
    interrupt: (): number => {
      const count = open.size
      for (const controller of open) controller.abort()
      return count
    },
  }
}
