import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { listGrowthInbox } from '../../../../domains/growth/inbox/contract.ts'
import { listGrowthLeads } from '../../../../domains/growth/leads/contract.ts'
import type { getGrowthProject } from '../../../../domains/growth/plays/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useLateTotal, type ListTotal } from '../../api/use-pages.ts'
import { Top } from '../../parts/page.tsx'
import { Tabs, ViewLinks } from '../../parts/tabs.tsx'
import { useTotalText } from '../../parts/list/use-total-text.ts'
import { paths } from '../../paths.ts'
import { useGrowthProjectWords } from '../../words/growth-projects/index.ts'
import { useWords } from '../../words/shell/index.ts'
import '../settings/settings.css'

interface GrowthFrameProps {
  readonly isWide?: boolean
  /** The tab of a page that has an address of its own. */
  readonly at?: string
  /** The project that the page belongs to: then its tabs replace the area's tabs. */
  readonly project?: Reply<typeof getGrowthProject>
  /** The page within a tab of the project, after the crumb of the tab. */
  readonly inside?: readonly { readonly name: string; readonly to?: string }[]
  /** Whether a page of the inbox is about a lead that got no mail: then it is one of the leads. */
  readonly isOfLeads?: boolean
  readonly children: ReactNode
}

/** The top and the tabs of the pages about outreach. */
export const GrowthFrame = (props: GrowthFrameProps) => {
  const { isWide = false, at, project, inside = [], isOfLeads = false, children } = props
  const words = useWords()
  return (
    <>
      {project ? (
        <ProjectTabs project={project} inside={inside} isOfLeads={isOfLeads} />
      ) : (
        <Tabs label={words.growth}>
          <ViewLinks
            at={at}
            views={[
              { name: words.growthProjects, to: paths.growth },
              { name: words.growthRules, to: paths.growthSettings },
              { name: words.growthMailboxes, to: paths.growthMailboxes },
              { name: words.growthProviders, to: paths.growthProviders },
              { name: words.suppressions, to: paths.suppressions },
            ]}
          />
        </Tabs>
      )}
      <div className={isWide ? 'page' : 'page settings'}>{children}</div>
    </>
  )
}

type ProjectTabsProps = Required<Pick<GrowthFrameProps, 'project' | 'inside' | 'isOfLeads'>>

const ProjectTabs = ({ project: { id, name, plays }, inside, isOfLeads }: ProjectTabsProps) => {
  const { growth, settings } = useWords()
  const words = useGrowthProjectWords()
  const totalText = useTotalText()
  const leads = useLateTotal(listGrowthLeads, { params: { projectId: id }, query: { limit: 1 } })
  const replies = useLateTotal(listGrowthInbox, { params: { projectId: id }, query: { replied: 'true', limit: 1 } })
  const count = (total: ListTotal | undefined) =>
    total && total.count > 0 ? <span className="quiet">{totalText(total)}</span> : null
  const open = plays.filter(({ status }) => status !== 'archived').length
  const LeadsTab = isOfLeads ? Link : NavLink
  return (
    <>
      <Top crumbs={[{ name: growth, to: paths.growth }, { name, to: paths.growthProject(id) }, ...inside]} />
      <Tabs label={name} counts={`${leads?.count} ${replies?.count}`}>
        <NavLink to={paths.growthProject(id)} end>
          {words.overview}
        </NavLink>
        <LeadsTab to={paths.growthLeads(id)} {...(isOfLeads && { 'aria-current': 'page' })}>
          {words.leads}
          {count(leads)}
        </LeadsTab>
        <NavLink to={paths.growthInbox(id)} end={isOfLeads}>
          {words.inbox}
          {count(replies)}
        </NavLink>
        <NavLink to={paths.growthPlays(id)}>
          {words.plays}
          {count({ count: open, isMore: false })}
        </NavLink>
        <Link to={paths.growthSettings}>{settings}</Link>
      </Tabs>
    </>
  )
}
