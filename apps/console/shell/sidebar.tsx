import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Glyph } from '../parts/text/glyph.tsx'
import { paths } from '../paths.ts'
import { readsAudit, type Me, type Workspace } from '../api/workspace.ts'
import { useWords } from '../words/shell/index.ts'
import { openPalette, paletteKeys } from './palette/open-palette.ts'
import { sideNavigation } from './navigation.ts'
import { useProjects, useWaitingCounts } from './use-waiting-count.ts'
import { persistently } from './late-code.ts'
import { LateMenu } from './late-menu.tsx'
import { WaitingCount } from './waiting-count.tsx'
import { PersonButton, WorkspaceButton } from './menu-buttons.tsx'
import './sidebar.css'

const readPersonMenu = persistently(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))
const PersonMenu = lazy(readPersonMenu)
const readWorkspaceMenu = persistently(async () => ({ default: (await import('./workspace-menu.tsx')).WorkspaceMenu }))
const WorkspaceMenu = lazy(readWorkspaceMenu)

const projectsShown = 12

export const Side = ({ me, workspace }: { readonly me: Me; readonly workspace: Workspace }) => {
  const words = useWords()
  const waiting = useWaitingCounts()
  const projects = useProjects()
  const personButton = <PersonButton me={me} />
  return (
    <nav className="side" aria-label={words.mainMenu}>
      <LateMenu trigger={<WorkspaceButton workspace={workspace} />} read={readWorkspaceMenu}>
        <WorkspaceMenu me={me} workspace={workspace} />
      </LateMenu>
      <button type="button" className="side-search" aria-haspopup="dialog" onClick={() => openPalette()}>
        <Search className="i" aria-hidden="true" />
        <span>{words.palette.open}</span>
        <kbd aria-hidden="true">{paletteKeys}</kbd>
      </button>
      <div className="nav-group">
        {sideNavigation.map(({ name, ...place }) => (
          <Item key={name} {...place} name={words[name]}>
            <WaitingCount count={waiting[name]} />
          </Item>
        ))}
      </div>
      {projects.length > 0 ? (
        <div className="nav-group">
          <h2 className="over">{words.projects}</h2>
          {projects.slice(0, projectsShown).map(({ id, name, glyph }) => (
            <NavLink key={id} className="nav-item" to={paths.project(id)} title={name}>
              <Glyph name={glyph} />
              <span dir="auto">{name}</span>
            </NavLink>
          ))}
          {projects.length > projectsShown ? (
            <NavLink className="nav-item quiet" to={paths.projects} end>
              {words.allProjects}
            </NavLink>
          ) : null}
        </div>
      ) : null}
      <div className="side-foot nav-group end">
        {readsAudit(workspace) ? <Item to={paths.audit} icon={Shield} name={words.audit} /> : null}
        <Item to={paths.settings} icon={Settings} name={words.settings} within="/settings" />
        <LateMenu trigger={personButton} read={readPersonMenu}>
          <PersonMenu me={me} trigger={personButton} />
        </LateMenu>
      </div>
    </nav>
  )
}

interface ItemProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly name: string
  readonly end?: boolean
  /** Where its pages are, if not below its own address. */
  readonly within?: string
  readonly children?: ReactNode
}

const Item = ({ to, icon: Icon, name, end = false, within, children }: ItemProps) => {
  const { pathname } = useLocation()
  const inner = (
    <>
      <Icon className="i" aria-hidden="true" />
      <span>{name}</span>
      {children}
    </>
  )
  return within === undefined ? (
    <NavLink className="nav-item" to={to} end={end}>
      {inner}
    </NavLink>
  ) : (
    <Link className="nav-item" to={to} aria-current={pathname.startsWith(within) ? 'page' : undefined}>
      {inner}
    </Link>
  )
}
