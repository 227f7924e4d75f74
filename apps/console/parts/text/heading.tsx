import { useLayoutEffect, useRef, type ReactNode } from 'react'
import '../page.css'

/** The one heading of a page. It gets the focus after a step from another page, so that a reader begins there. */
export const Heading = ({ children }: { readonly children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (history.state && (history.state as { idx?: number }).idx) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {children}
    </h1>
  )
}
