import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Top } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useGrowthProjectWords } from '../../words/growth-projects/index.ts'
import { useWords } from '../../words/shell/index.ts'
import '../settings/settings.css'

interface GrowthFrameProps {
  readonly isWide?: boolean
  /** The project that the page belongs to: then its tabs take the place of those of the area. */
  readonly project?: { readonly id: string; readonly name: string }
  readonly children: ReactNode
}

/** The top and the tabs of the pages about outreach. */
export const GrowthFrame = ({ isWide = false, project, children }: GrowthFrameProps) => (
  <>
    {project ? <ProjectTabs project={project} /> : <AreaTabs />}
    <div className={isWide ? 'page' : 'page read'}>{children}</div>
  </>
)

const ProjectTabs = ({ project: { id, name } }: Required<Pick<GrowthFrameProps, 'project'>>) => {
  const { growth } = useWords()
  const words = useGrowthProjectWords()
  return (
    <>
      <Top crumbs={[{ name: growth, to: paths.growth }, { name }]} />
      <Tabs label={name}>
        <NavLink to={paths.growthProject(id)} end>
          {words.overview}
        </NavLink>
        <NavLink to={paths.growthLeads(id)}>{words.leads}</NavLink>
        <NavLink to={paths.growthInbox(id)}>{words.inbox}</NavLink>
        <NavLink to={paths.growthPlays(id)}>{words.plays}</NavLink>
      </Tabs>
    </>
  )
}

const AreaTabs = () => {
  const words = useWords()
  return (
    <Tabs label={words.growth}>
      <NavLink to={paths.growth} end>
        {words.growthProjects}
      </NavLink>
      <NavLink to={paths.suppressions}>{words.suppressions}</NavLink>
      <NavLink to={paths.growthProviders}>{words.growthProviders}</NavLink>
      <NavLink to={paths.growthMailboxes}>{words.growthMailboxes}</NavLink>
      <NavLink to={paths.growthSettings}>{words.settings}</NavLink>
    </Tabs>
  )
}
