import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
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
  const bar = useRef<HTMLDivElement>(null)
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
      if (!bar.current) return
      showOpen(bar.current)
      markHiddenSides(bar.current)
    }
    show()
    // The letters that come later are wider.
    void document.fonts.ready.then(show)
  }, [pathname, search, counts])
  return (
    <nav className="tabs" aria-label={label}>
      <div ref={bar} onScroll={({ currentTarget }) => markHiddenSides(currentTarget)}>
        {children}
      </div>
    </nav>
  )
}

interface View {
  readonly name: string
  /** Its address, with the parameter `view` unless it is the first one. */
  readonly to: string
}

interface ViewLinksProps {
  readonly views: readonly View[]
  /** The open view of a page that has an address of its own. */
  readonly at?: string | undefined
}

/** Links to the views of one place. */
export const ViewLinks = ({ views, at }: ViewLinksProps) => {
  const [query] = useSearchParams()
  const shown = query.get('view')
  const { pathname } = useLocation()
  const chosen =
    views.find(({ to }) => shown !== null && to.endsWith(`view=${shown}`)) ??
    views.find(({ to }) => to === (at ?? pathname)) ??
    views[0]
  return views.map((view) => (
    <Link key={view.to} to={view.to} aria-current={view === chosen ? 'page' : undefined}>
      {view.name}
    </Link>
  ))
}

// As wide as the fade of a side that hides parts.
const fadePx = 32

/** The open part is in the first third, or the bar at its beginning; the first part in sight is whole. */
const showOpen = (bar: HTMLElement) => {
  const open = bar.querySelector<HTMLElement>('[aria-current]')
  if (!open) return
  const from = open.offsetLeft - bar.clientWidth / 3
  const starts = [...bar.children].map((part) => (part as HTMLElement).offsetLeft - fadePx)
  bar.scrollLeft = from <= 0 ? 0 : (starts.find((start) => start >= from) ?? from)
}

const markHiddenSides = (bar: HTMLElement) => {
  const { parentElement: place, scrollLeft, clientWidth, scrollWidth } = bar
  place?.toggleAttribute('data-before', scrollLeft > 1)
  place?.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
}
