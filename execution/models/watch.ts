type Awaited = 'first byte' | 'next chunk'

/** A deadline that moves with each sign of life. */
export const watching = (signal: AbortSignal) => {
  const controller = new AbortController()
  let late: Awaited | undefined
  let timer: NodeJS.Timeout | undefined
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return {
    /** Aborts with the caller's signal, or when the expected event is late. */
    signal: controller.signal,
    /** The late result, once the signal was aborted for that. */
    get late() {
      return late
    },
    /** Starts the clock again. */
    expect: (what: Awaited, withinMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        late = what
        controller.abort()
      }, withinMs)
    },
    /** Stops the clock until something is expected again. */
    pause: () => clearTimeout(timer),
    /** Lets go of the clock and of the caller's signal. */
    stop: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

export type Watch = ReturnType<typeof watching>
