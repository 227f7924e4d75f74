import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Glyph } from '../parts/glyph.tsx'
import { initial, initials } from '../parts/initials.ts'
import { paths } from '../paths.ts'
import { readsAudit, type Me, type Workspace } from '../api/workspace.ts'
import { useWords } from '../words/shell/index.ts'
import { openPalette, paletteKeys } from './palette/open-palette.ts'
import { sideNavigation } from './navigation.ts'
import { useProjects, useWaitingCount } from './use-waiting-count.ts'
import { persistently } from './late-code.ts'
import './sidebar.css'

// The code of menus is a third of the entry; until it is loaded, buttons that look the same take their place.
const PersonMenu = lazy(persistently(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu })))
const WorkspaceMenu = lazy(
  persistently(async () => ({ default: (await import('./workspace-menu.tsx')).WorkspaceMenu })),
)

const projectsShown = 12

export const Side = ({ me, workspace }: { readonly me: Me; readonly workspace: Workspace }) => {
  const words = useWords()
  const waiting = useWaitingCount()
  const projects = useProjects()
  return (
    <nav className="side" aria-label={words.mainMenu}>
      <Suspense fallback={<WorkspaceName workspace={workspace} />}>
        <WorkspaceMenu me={me} workspace={workspace} />
      </Suspense>
      <button type="button" className="side-search" aria-haspopup="dialog" onClick={() => openPalette()}>
        <Search className="i" aria-hidden="true" />
        <span>{words.palette.open}</span>
        <kbd aria-hidden="true">{paletteKeys}</kbd>
      </button>
      <div className="nav-group">
        {sideNavigation.map(({ name, ...place }) => (
          <Item key={name} {...place} name={words[name]}>
            {name === 'home' && waiting > 0 ? (
              <span className="count wait" aria-label={words.waiting(waiting)}>
                {waiting}
              </span>
            ) : null}
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
        <Suspense fallback={<PersonName me={me} />}>
          <PersonMenu me={me} />
        </Suspense>
      </div>
    </nav>
  )
}

const WorkspaceName = ({ workspace: { name } }: { readonly workspace: Workspace }) => (
  <div className="side-space">
    <span className="mark" aria-hidden="true">
      {initial(name)}
    </span>
    <b className="cut" dir="auto">
      {name}
    </b>
  </div>
)

const PersonName = ({ me: { name } }: { readonly me: Me }) => (
  <div className="nav-item">
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
    <span dir="auto">{name}</span>
  </div>
)

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
