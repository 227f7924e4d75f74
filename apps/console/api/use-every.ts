import { useEffect, useRef } from 'react'

/** Does something again and again, while the page is looked at. */
export const useEvery = (ms: number, act: () => void): void => {
  const newest = useRef(act)
  useEffect(() => {
    newest.current = act
  })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') newest.current()
    }, ms)
    return () => clearInterval(timer)
  }, [ms])
}
