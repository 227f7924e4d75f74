import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import './tabs.css'

interface TabsProps {
  readonly label: string
  /** Links; one of them is the current page. */
  readonly children: ReactNode
}

/** The bar of links between the parts of a page. On a phone it is wider than the screen: the part that is open is in sight. */
export const Tabs = ({ label, children }: TabsProps) => {
  const bar = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const show = () => {
      const open = bar.current?.querySelector<HTMLElement>('[aria-current]')
      if (open && bar.current) bar.current.scrollLeft = open.offsetLeft - bar.current.clientWidth / 3
    }
    show()
    // The letters that come later are wider.
    void document.fonts.ready.then(show)
  }, [pathname, search])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}
