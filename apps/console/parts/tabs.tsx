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
      if (!bar.current) return
      showOpen(bar.current)
      markHiddenSides(bar.current)
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

interface View {
  readonly name: string
  /** Its address, with the parameter `view` unless it is the first one. */
  readonly to: string
}

/** Links to the views of one place. */
export const ViewLinks = ({ views }: { readonly views: readonly View[] }) => {
  const [query] = useSearchParams()
  const shown = query.get('view')
  const { pathname } = useLocation()
  const chosen =
    views.find(({ to }) => shown !== null && to.endsWith(`view=${shown}`)) ??
    views.find(({ to }) => to === pathname) ??
    views[0]
  return views.map((view) => (
    <Link key={view.to} to={view.to} aria-current={view === chosen ? 'page' : undefined}>
      {view.name}
    </Link>
  ))
}

/** Scrolls to the open part, so that a whole entry is at the left edge; at the end, room after the last one allows that. */
const showOpen = (bar: HTMLElement) => {
  bar.style.paddingInlineEnd = ''
  const end = bar.scrollWidth - bar.clientWidth
  if (end <= 0) return
  const entries = Array.from(bar.children) as HTMLElement[]
  const start = entries[0]!.offsetLeft
  const firstFrom = (least: number) =>
    entries.map(({ offsetLeft }) => offsetLeft - start).find((left) => left >= least) ?? end
  bar.style.paddingInlineEnd = `calc(var(--gutter) + ${firstFrom(end) - end}px)`
  const open = entries.find((entry) => entry.hasAttribute('aria-current'))
  if (open) bar.scrollLeft = firstFrom(Math.min(open.offsetLeft - start - bar.clientWidth / 3, end))
}

const markHiddenSides = (bar: HTMLElement) => {
  bar.toggleAttribute('data-before', bar.scrollLeft > 1)
  bar.toggleAttribute('data-after', bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1)
}
