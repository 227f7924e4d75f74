import { stepFrom } from './step-from.ts'

const rows = 'main :is(.row, .rows > *, tbody > tr)'
const acts = 'a[href], button:not([disabled]), summary'

const isShown = (element: HTMLElement) => element.checkVisibility()

/** The elements that take the focus for each row of the lists of the page, in their order. */
const stops = (): HTMLElement[] => {
  const found = [...document.querySelectorAll<HTMLElement>(rows)].map((row) =>
    row.matches(acts) ? row : row.querySelector<HTMLElement>(acts),
  )
  return [...new Set(found)].filter((stop) => stop !== null).filter(isShown)
}

/** Moves the focus to the next or the previous row. */
export const stepInList = (by: 1 | -1): void => {
  const all = stops()
  const focused = document.activeElement
  const at = all.findLastIndex((stop) => stop === focused || stop.closest(rows)?.contains(focused))
  const next = all[stepFrom(at, by, all.length)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
