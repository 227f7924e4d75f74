import { useEffect, type ReactNode } from 'react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link, useLocation } from 'react-router'
import type { ListTotal } from '../api/use-pages.ts'
import { useWords } from '../words/shell/index.ts'
import { Heading } from './text/heading.tsx'
import { useTotalText } from './list/use-total-text.ts'
import './page.css'

/** Names the tab of the browser after the shown content. */
export const useTitle = (...names: readonly string[]): void => {
  const title = [...names, 'Atelier'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

interface HeadProps {
  readonly title: string
  /** How many there are; left out if unknown or none. */
  readonly count?: number | ListTotal | undefined
  /** How things are, in a sentence. */
  readonly text?: ReactNode
  readonly actions?: ReactNode
}

const isNone = (count: number | ListTotal) => (typeof count === 'number' ? count : count.count) === 0

export const Head = ({ title, count, text, actions }: HeadProps) => {
  const totalText = useTotalText()
  return (
    <header className="head">
      <div>
        <Heading>
          {title}
          {count === undefined || isNone(count) ? null : <span className="head-count num"> {totalText(count)}</span>}
        </Heading>
        {text ? <p>{text}</p> : null}
      </div>
      {actions ? <div className="acts">{actions}</div> : null}
    </header>
  )
}

interface Crumb {
  readonly name: string
  readonly to?: string
}

export const Top = ({
  crumbs,
  actions,
  isWide = false,
}: {
  readonly crumbs: readonly Crumb[]
  readonly actions?: ReactNode
  readonly isWide?: boolean
}) => {
  const words = useWords()
  const { pathname } = useLocation()
  // A view of a list has the list's path.
  const isHere = ({ to }: Crumb, at: number) => to === undefined || (to === pathname && at === crumbs.length - 1)
  // On a phone only the way back stays: the heading has the name of the page.
  const back = crumbs.findLastIndex((crumb, at) => !isHere(crumb, at))
  return (
    <header className={isWide ? 'top full' : 'top'}>
      <nav className="crumbs" aria-label={words.breadcrumb}>
        {crumbs.flatMap(({ name, to = '' }, at) => [
          ...(at > 0 ? [<ChevronRight key={`${at}-`} className="i hide-s" aria-hidden="true" />] : []),
          isHere(crumbs[at]!, at) ? (
            <span key={at} dir="auto" aria-current="page" title={name} className={back < 0 ? undefined : 'hide-s'}>
              {name}
            </span>
          ) : (
            <Link key={at} to={to} dir="auto" className={at === back ? undefined : 'hide-s'}>
              {at === back ? <ChevronLeft className="i only-s" aria-hidden="true" /> : null}
              {name}
            </Link>
          ),
        ])}
      </nav>
      {actions ? <div className="acts">{actions}</div> : null}
    </header>
  )
}
