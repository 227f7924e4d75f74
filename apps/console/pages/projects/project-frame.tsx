import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/button.tsx'
import { usePageCommands } from '../../parts/commands.ts'
import { Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useProjectWords } from '../../words/project/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { tabs } from './project-tabs.ts'
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
  usePageCommands(
    tabs.map(({ name, to, icon }) => ({
      id: `tab ${name}`,
      name: ofProject.goTo(ofProject.tabs[name]),
      icon,
      act: () => navigate(to(id)),
    })),
  )
  return (
    <Tabs label={ofProject.overview.tabs}>
      {tabs.map(({ name, to }) => (
        <NavLink key={name} to={to(id)} end={name === 'overview'}>
          {ofProject.tabs[name]}
        </NavLink>
      ))}
    </Tabs>
  )
}
