import Ellipsis from 'lucide-react/icons/ellipsis'
import Folders from 'lucide-react/icons/folders'
import Inbox from 'lucide-react/icons/inbox'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Search from 'lucide-react/icons/search'
import { lazy, Suspense, type ComponentProps } from 'react'
import { NavLink } from 'react-router'
import { drawn } from '../api/drawn.ts'
import type { Me } from '../api/workspace.ts'
import { paths } from '../paths.ts'
import { useWords } from '../words/use-words.ts'
import { openPalette } from './palette/opening.ts'

const PersonMenuOf = lazy(async () => {
  await drawn()
  return { default: (await import('./person-menu.tsx')).PersonMenuOf }
})

/** The places on a small screen, at the bottom edge. */
export const TabBar = ({ me }: { readonly me: Me }) => {
  const words = useWords()
  return (
    <nav className="tabbar" aria-label={words.mainMenu}>
      <NavLink to={paths.home} end>
        <Inbox className="i" aria-hidden="true" />
        <span>{words.home}</span>
      </NavLink>
      <NavLink to={paths.projects}>
        <Folders className="i" aria-hidden="true" />
        <span>{words.projects}</span>
      </NavLink>
      <NavLink to={paths.invoices}>
        <ReceiptText className="i" aria-hidden="true" />
        <span>{words.invoices}</span>
      </NavLink>
      <button type="button" aria-haspopup="dialog" onClick={openPalette}>
        <Search className="i" aria-hidden="true" />
        <span>{words.palette.short}</span>
      </button>
      <Suspense fallback={<More isEarly />}>
        <PersonMenuOf me={me}>
          <More />
        </PersonMenuOf>
      </Suspense>
    </nav>
  )
}

const More = ({ isEarly = false, ...given }: ComponentProps<'button'> & { readonly isEarly?: boolean }) => (
  <button type="button" disabled={isEarly} {...given}>
    <Ellipsis className="i" aria-hidden="true" />
    <span>{useWords().more}</span>
  </button>
)
