import { useEffect, useRef } from 'react'
import { isFreeForKeys } from '../../../../parts/is-free-for-keys.ts'
import { useSingleKeys } from '../../../../preferences.ts'

/** The middle of the bars at the top of the page. */
const topPx = 140

const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Scrolls a part of the page below the bars, and focuses it. */
export const goTo = (element: Element | null | undefined): void => {
  if (!(element instanceof HTMLElement)) return
  element.scrollIntoView({ block: 'start', behavior: reduced() ? 'instant' : 'auto' })
  element.focus({ preventScroll: true })
}

/** The part that is read now: the last part that begins above the middle of the bars. */
const nowAmong = (parts: readonly Element[]) => parts.findLastIndex((part) => part.getBoundingClientRect().top <= topPx)

const step = (selector: string, by: 1 | -1) => {
  const parts = [...document.querySelectorAll(selector)]
  const focused = parts.findIndex((part) => part === document.activeElement)
  const now = focused === -1 ? nowAmong(parts) : focused
  goTo(parts[Math.max(0, Math.min(parts.length - 1, now + by))])
}

/** J and K go to the next and the previous file, N and P to findings and comments; V marks the file as viewed. */
export const useReviewKeys = (onView: (at: number) => void): void => {
  const view = useRef(onView)
  const isOn = useSingleKeys()
  useEffect(() => {
    view.current = onView
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOn || !isFreeForKeys(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') step('.review .file', 1)
      else if (event.key === 'k') step('.review .file', -1)
      else if (event.key === 'n') step('.review [data-mark]', 1)
      else if (event.key === 'p') step('.review [data-mark]', -1)
      else if (event.key === 'v') view.current(Math.max(0, nowAmong([...document.querySelectorAll('.review .file')])))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}
