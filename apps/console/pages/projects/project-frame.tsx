import { Menu } from '@base-ui/react/menu'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Link, matchPath, NavLink, useLocation, useNavigate } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/button.tsx'
import { usePageCommands } from '../../parts/commands.ts'
import { ButtonMenu } from '../../parts/menu.tsx'
import { Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useProjectWords } from '../../words/project/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { moreTabs, tabs } from './project-tabs.ts'
import './project.css'

/** The top and the tabs of a project's pages. */
export const ProjectFrame = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const words = useWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  useTitle(project.name)
  const isOpen = canSteer && project.archivedAt === null
  return (
    <>
      <Top
        crumbs={[{ name: words.projects, to: paths.projects }, { name: project.name }]}
        actions={
          isOpen ? (
            <LinkButton size="small" icon={Plus} to={paths.newCycle(id)}>
              {words.home_.newCycle}
            </LinkButton>
          ) : undefined
        }
      />
      <ProjectTabs id={id} />
      <div className="page">{children}</div>
    </>
  )
}

const ProjectTabs = ({ id }: { readonly id: string }) => {
  const ofProject = useProjectWords()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const behind = moreTabs.find(({ to }) => matchPath({ path: to(id), end: false }, pathname))
  usePageCommands(
    [...tabs, ...moreTabs].map(({ name, to, icon }) => ({
      id: `tab ${name}`,
      name: ofProject.goTo(ofProject.tabs[name]),
      icon,
      act: () => navigate(to(id)),
    })),
  )
  return (
    <Tabs label={ofProject.overview.tabs}>
      {[...tabs, ...(behind ? [behind] : [])].map(({ name, to }) => (
        <NavLink key={name} to={to(id)} end={name === 'overview'}>
          {ofProject.tabs[name]}
        </NavLink>
      ))}
      <MoreTabs id={id} />
    </Tabs>
  )
}

/** The other pages of a project. The one that is open stands in the bar as well. */
const MoreTabs = ({ id }: { readonly id: string }) => {
  const words = useProjectWords()
  return (
    <ButtonMenu
      side="bottom"
      trigger={
        <button type="button" className="more-tabs" title={words.moreText}>
          {words.more}
          <ChevronDown className="i" aria-hidden="true" />
        </button>
      }
    >
      {moreTabs.map(({ name, to, icon: Icon }) => (
        <Menu.LinkItem key={name} className="menu-item" render={<Link to={to(id)} />} closeOnClick>
          <Icon className="i" aria-hidden="true" />
          {words.tabs[name]}
        </Menu.LinkItem>
      ))}
    </ButtonMenu>
  )
}
