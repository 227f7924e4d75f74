import { useEffect, type ReactNode } from 'react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
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
  /** How many there are; left out if unknown. */
  readonly count?: number | ListTotal | undefined
  /** How things are, in a sentence. */
  readonly text?: ReactNode
  readonly actions?: ReactNode
}

export const Head = ({ title, count, text, actions }: HeadProps) => {
  const totalText = useTotalText()
  return (
    <header className="head">
      <div>
        <Heading>
          {title}
          {count === undefined ? null : <span className="head-count num"> {totalText(count)}</span>}
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
  // On a phone the first and the last one stay.
  const isInner = (at: number) => at > 0 && at < crumbs.length - 1
  return (
    <header className={isWide ? 'top full' : 'top'}>
      <nav className="crumbs" aria-label={words.breadcrumb}>
        {crumbs.flatMap(({ name, to }, at) => [
          ...(at > 0
            ? [<ChevronRight key={`${at}-`} className={isInner(at - 1) ? 'i hide-s' : 'i'} aria-hidden="true" />]
            : []),
          to === undefined ? (
            <span key={at} dir="auto" aria-current="page" title={name}>
              {name}
            </span>
          ) : (
            <Link key={at} to={to} dir="auto" className={isInner(at) ? 'hide-s' : undefined}>
              {name}
            </Link>
          ),
        ])}
      </nav>
      {actions ? <div className="acts">{actions}</div> : null}
    </header>
  )
}
