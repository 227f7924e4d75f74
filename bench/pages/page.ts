import type { Page } from 'playwright-core'
import { median } from '../measure.ts'

/** When this became true in the page, by the clock of the machine. */
export const untilSeen = (page: Page, expression: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (${expression}) ? resolve(Date.now()) : setTimeout(look, 10)
    look()
  })`)

/** Milliseconds from a key or a click to the frame that shows its effect, as the browser tells of each (Event Timing). */
export const answers = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(`(() => {
    window.longest = 0
    window.observer?.disconnect()
    window.observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    })
    window.observer.observe({ type: 'event', durationThreshold: 16 })
  })()`)
  await act()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))')
  return page.evaluate<number>('window.longest')
}

/** Milliseconds between frames while the page scrolls by so many pixels in each. */
export const framesOf = (page: Page, frames: number, byPx: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const times = []
    let last
    const step = (now) => {
      if (last !== undefined) times.push(now - last)
      last = now
      if (times.length === ${frames}) return resolve(times)
      scrollBy({ top: ${byPx}, behavior: 'instant' })
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)

export const part = (values: readonly number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * of))]!

export const show = (name: string, values: readonly number[]): void =>
  console.log(
    `${name}: median ${median(values).toFixed(0)} ms of ${values.length} (${values.map((one) => one.toFixed(0)).join(', ')})`,
  )
