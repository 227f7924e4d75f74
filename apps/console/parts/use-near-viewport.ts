import { useEffect, useRef, useState } from 'react'

const marginPx = 1_200

const listeners = new WeakMap<Element, (isNear: boolean) => void>()
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
  },
  { rootMargin: `${marginPx}px 0px` },
)

/** Whether an element is on the screen or near it, whether it ever was, and its height as it was when it was drawn last. */
export const useNearViewport = <Of extends HTMLElement = HTMLDivElement>() => {
  const box = useRef<Of>(null)
  const [isNear, setNear] = useState(false)
  const [wasNear, setWasNear] = useState(false)
  const [heightPx, setHeightPx] = useState<number>()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    listeners.set(element, (now) => {
      if (now) setWasNear(true)
      else setHeightPx(element.offsetHeight || undefined)
      setNear(now)
    })
    observer.observe(element)
    return () => {
      observer.unobserve(element)
      listeners.delete(element)
    }
  }, [])
  return { box, isNear, wasNear, heightPx }
}
