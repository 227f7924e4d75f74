import { queries } from './queries.ts'

const mostMs = 3_000

/** When the page that was opened is drawn with what it asked, and the browser has nothing to do: for what nobody sees yet. */
export const drawn = (): Promise<void> => (opened ??= whenAnswered().then(whenIdle))
let opened: Promise<void> | undefined

const whenAnswered = () =>
  new Promise<void>((resolve) => {
    if (queries.isFetching() === 0) {
      resolve()
      return
    }
    const end = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, mostMs)
    const unsubscribe = queries.getQueryCache().subscribe(() => queries.isFetching() === 0 && end())
  })

// Safari has none.
const { requestIdleCallback = setTimeout } = globalThis as { requestIdleCallback?: (then: () => void) => unknown }
const whenIdle = () => new Promise<void>((resolve) => void requestIdleCallback(resolve))
