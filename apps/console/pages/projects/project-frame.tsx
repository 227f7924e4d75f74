import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { matchPath, NavLink, useLocation, useNavigate } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/button.tsx'
import { usePageCommands } from '../../parts/commands.ts'
import { Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { LateItemMenu } from '../../shell/late-item-menu.tsx'
import { useProjectWords } from '../../words/project/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { moreTabs, tabs } from './project-tabs.ts'
import { MoreButton } from './more-button.tsx'
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
      <LateItemMenu
        trigger={<MoreButton />}
        items={moreTabs.map(({ name, to, icon }) => ({ name: ofProject.tabs[name], to: to(id), icon }))}
      />
    </Tabs>
  )
}
