import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/button.tsx'
import { usePageCommands } from '../../parts/commands.ts'
import { Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useProjectWords, type ProjectWords } from '../../words/project/index.ts'
import { useWords } from '../../words/shell/index.ts'
import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import ChartColumn from 'lucide-react/icons/chart-column'
import Code from 'lucide-react/icons/code'
import GitBranch from 'lucide-react/icons/git-branch'
import GitCommitVertical from 'lucide-react/icons/git-commit-vertical'
import LayoutList from 'lucide-react/icons/layout-list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import MessageSquare from 'lucide-react/icons/message-square'
import Package from 'lucide-react/icons/package'
import Rocket from 'lucide-react/icons/rocket'
import Settings from 'lucide-react/icons/settings'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquareActivity from 'lucide-react/icons/square-activity'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import './project.css'

/** The top of a project's pages, its places, and the pages of the open place. */
export const ProjectFrame = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const words = useWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  useTitle(project.name)
  const isOpen = canSteer && project.archivedAt === null
  const { pathname } = useLocation()
  const place = places.findLast((pages) => pages.some(({ to }) => isWithin(to(id), pathname)))!
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
      <ProjectTabs id={id} open={place} />
      <div className="page">
        <PagesOfPlace id={id} place={place} />
        {children}
      </div>
    </>
  )
}

const isWithin = (address: string, pathname: string) => `${pathname}/`.startsWith(`${address}/`)

const ProjectTabs = ({ id, open }: { readonly id: string; readonly open: Place }) => {
  const words = useProjectWords()
  const navigate = useNavigate()
  usePageCommands(
    projectTabs.map(({ name, to, icon }) => ({
      id: `tab ${name}`,
      name: words.goTo(words.tabs[name]),
      icon,
      act: () => navigate(to(id)),
    })),
  )
  return (
    <Tabs label={words.overview.tabs}>
      {places.map((place) => (
        <Link key={place[0].name} to={place[0].to(id)} aria-current={place === open ? 'page' : undefined}>
          {words.tabs[place[0].name]}
        </Link>
      ))}
    </Tabs>
  )
}

/** The pages of a place that has several. */
const PagesOfPlace = ({ id, place }: { readonly id: string; readonly place: Place }) => {
  const { tabs } = useProjectWords()
  const { pathname } = useLocation()
  if (place.length === 1) return null
  const [first] = place
  const open = place.findLast(({ to }) => isWithin(to(id), pathname))
  return (
    <div className="filters">
      <nav className="seg project-parts" aria-label={tabs[first.name]}>
        {place.map((page) => (
          <Link key={page.name} to={page.to(id)} aria-current={page === open ? 'page' : undefined}>
            {tabs[page.within ?? page.name]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

interface ProjectTab {
  readonly name: keyof ProjectWords['tabs']
  readonly to: (projectId: string) => string
  readonly icon: LucideIcon
  /** Its name among the pages of its place, if it gives the place another one. */
  readonly within?: keyof ProjectWords['tabs']
}
/** The pages of a place; the first one names it. */
type Place = readonly [ProjectTab, ...ProjectTab[]]

/** The places of a project in the order of the bar at their top. */
const places: readonly Place[] = [
  [
    { name: 'overview', to: paths.project, icon: SquareActivity },
    { name: 'metrics', to: paths.metrics, icon: ChartColumn },
  ],
  [
    { name: 'cycles', to: paths.cycles, icon: LayoutList },
    { name: 'roadmap', to: paths.roadmap, icon: ListOrdered },
  ],
  [{ name: 'deliverables', to: paths.projectDeliverables, icon: Package }],
  [
    { name: 'code', within: 'files', to: (id) => paths.code(id), icon: Code },
    { name: 'revisions', to: paths.revisions, icon: GitCommitVertical },
    { name: 'branches', to: paths.branches, icon: GitBranch },
    { name: 'sandbox', to: paths.sandbox, icon: SquareTerminal },
  ],
  [{ name: 'deployments', to: paths.deployments, icon: Rocket }],
  [{ name: 'messages', to: paths.projectMessages, icon: MessageSquare }],
  [
    { name: 'settings', within: 'general', to: paths.projectSettings, icon: Settings },
    { name: 'environments', to: paths.environments, icon: SlidersHorizontal },
    { name: 'agents', to: paths.agents, icon: Bot },
  ],
]

/** All pages of a project. */
export const projectTabs: readonly ProjectTab[] = places.flat()
