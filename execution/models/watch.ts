type Awaited = 'first byte' | 'next chunk'

export interface Watch {
  /** Aborts with the caller's signal, or when the expected event is late. */
  readonly signal: AbortSignal
  /** The late result, once the signal was aborted for that. */
  readonly late: Awaited | undefined
  /** Starts the clock again. */
  expect(what: Awaited, withinMs: number): void
  /** Stops the clock until something is expected again. */
  pause(): void
  /** Lets go of the clock and of the caller's signal. */
  stop(): void
}

/** A deadline that moves with each sign of life. */
export const watching = (signal: AbortSignal): Watch => {
  const controller = new AbortController()
  let late: Awaited | undefined
  let timer: NodeJS.Timeout | undefined
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return {
    signal: controller.signal,
    get late() {
      return late
    },
    expect: (what, withinMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        late = what
        controller.abort()
      }, withinMs)
    },
    pause: () => clearTimeout(timer),
    stop: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}
