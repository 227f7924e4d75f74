import { useLayoutEffect, useRef } from 'react'

/** Moves the focus from elements that vanish after use to the heading of the page, instead of its very top. */
export const useKeptFocus = <Place extends HTMLElement>() => {
  const ref = useRef<Place>(null)
  useLayoutEffect(() => {
    const place = ref.current!
    let isIn = false
    const follow = ({ target }: FocusEvent) => {
      // A button that is disabled while it sends has lost the focus by the time it goes.
      isIn = place.contains(target as Node)
    }
    addEventListener('focusin', follow)
    return () => {
      removeEventListener('focusin', follow)
      if (isIn) document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
