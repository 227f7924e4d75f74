import Ellipsis from 'lucide-react/icons/ellipsis'
import Search from 'lucide-react/icons/search'
import { lazy, type ComponentProps } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import type { Me } from '../api/workspace.ts'
import { useWords } from '../words/shell/index.ts'
import { openPalette } from './palette/open-palette.ts'
import { tabNavigation } from './navigation.ts'
import { persistently } from './late-code.ts'
import { useWaitingCounts } from './use-waiting-count.ts'
import { WaitingCount } from './waiting-count.tsx'
import { LateMenu } from './late-menu.tsx'

const readPersonMenu = persistently(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))
const PersonMenu = lazy(readPersonMenu)

/** The places on a small screen, at the bottom edge. */
export const TabBar = ({ me }: { readonly me: Me }) => {
  const words = useWords()
  const waiting = useWaitingCounts()
  return (
    <nav className="tabbar" aria-label={words.mainMenu}>
      {tabNavigation.map(({ name, icon: Icon, ...place }) => (
        <NavLink key={name} {...place}>
          <Icon className="i" aria-hidden="true" />
          <span>{words[name]}</span>
          <WaitingCount count={waiting[name]} />
        </NavLink>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => openPalette()}>
        <Search className="i" aria-hidden="true" />
        <span>{words.palette.short}</span>
      </button>
      <LateMenu trigger={<More />} read={readPersonMenu}>
        <PersonMenu me={me} trigger={<More />} />
      </LateMenu>
    </nav>
  )
}

/** The entry for all other places; it is the marked one on their pages. */
const More = (given: ComponentProps<'button'>) => {
  const { pathname } = useLocation()
  const isElsewhere = !tabNavigation.some(({ to, end = false }) => matchPath({ path: to, end }, pathname))
  return (
    <button type="button" aria-current={isElsewhere ? 'true' : undefined} {...given}>
      <Ellipsis className="i" aria-hidden="true" />
      <span>{useWords().more}</span>
    </button>
  )
}
