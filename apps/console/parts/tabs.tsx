import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import './tabs.css'

interface TabsProps {
  readonly label: string
  /** Changes with counts that come late and move the tabs. */
  readonly counts?: string
  /** Links; one of them is the current page. */
  readonly children: ReactNode
}

/**
 * The bar of links between the parts of a page. On a phone it is wider than the screen: the part that is open is in
 * sight, and the sides that hide further parts fade.
 */
export const Tabs = ({ label, counts, children }: TabsProps) => {
  const bar = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const watched = bar.current
    if (!watched) return undefined
    const observer = new ResizeObserver(() => markHiddenSides(watched))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const show = () => {
      const open = bar.current?.querySelector<HTMLElement>('[aria-current]')
      if (open && bar.current) bar.current.scrollLeft = open.offsetLeft - bar.current.clientWidth / 3
      if (bar.current) markHiddenSides(bar.current)
    }
    show()
    // The letters that come later are wider.
    void document.fonts.ready.then(show)
  }, [pathname, search, counts])
  return (
    <nav ref={bar} className="tabs" aria-label={label} onScroll={({ currentTarget }) => markHiddenSides(currentTarget)}>
      {children}
    </nav>
  )
}

const markHiddenSides = (bar: HTMLElement) => {
  bar.toggleAttribute('data-before', bar.scrollLeft > 1)
  bar.toggleAttribute('data-after', bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1)
}
