import { onTestFinished, vi } from 'vitest'

/** Until the test ends, the time of the `first` page of a document that is set is over at once; gives how many were asked for. */
export const lateFrom = (first: number): (() => number) => {
  const within = AbortSignal.timeout.bind(AbortSignal)
  let pages = 0
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms === 20_000) pages += 1
    return pages >= first ? AbortSignal.abort(new DOMException('Late', 'TimeoutError')) : within(ms)
  })
  onTestFinished(() => timeout.mockRestore())
  return () => pages
}
