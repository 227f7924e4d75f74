import Plus from 'lucide-react/icons/plus'
import type { ReactNode, ComponentProps } from 'react'
import { matchPath, NavLink, useLocation, useNavigate } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/button.tsx'
import { usePageCommands } from '../../parts/commands.ts'
import { Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { LateItemMenu } from '../../shell/late-item-menu.tsx'
import { useProjectWords, type ProjectWords } from '../../words/project/index.ts'
import { useWords } from '../../words/shell/index.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import ChartColumn from 'lucide-react/icons/chart-column'
import Code from 'lucide-react/icons/code'
import GitCommitVertical from 'lucide-react/icons/git-commit-vertical'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutList from 'lucide-react/icons/layout-list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import MessageSquare from 'lucide-react/icons/message-square'
import Package from 'lucide-react/icons/package'
import Rocket from 'lucide-react/icons/rocket'
import Settings from 'lucide-react/icons/settings'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquareActivity from 'lucide-react/icons/square-activity'
import Wallet from 'lucide-react/icons/wallet'
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
    projectTabs.map(({ name, to, icon }) => ({
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

/** The button of the menu “More”, which gets its props from a menu. */
const MoreButton = (props: ComponentProps<'button'>) => {
  const words = useProjectWords()
  return (
    <button {...props} type="button" className="more-tabs" title={words.moreText}>
      {words.more}
      <ChevronDown className="i" aria-hidden="true" />
    </button>
  )
}

interface Tab {
  readonly name: keyof ProjectWords['tabs']
  readonly to: (projectId: string) => string
  readonly icon: LucideIcon
}

/** The pages of a project that people come for, in the order of the bar at their top. */
const tabs: readonly Tab[] = [
  { name: 'overview', to: paths.project, icon: SquareActivity },
  { name: 'cycles', to: paths.cycles, icon: LayoutList },
  { name: 'roadmap', to: paths.roadmap, icon: ListOrdered },
  { name: 'deliverables', to: paths.projectDeliverables, icon: Package },
  { name: 'code', to: (id) => paths.code(id), icon: Code },
  { name: 'deployments', to: paths.deployments, icon: Rocket },
]

/** The pages behind “More”. */
const moreTabs: readonly Tab[] = [
  { name: 'messages', to: paths.projectMessages, icon: MessageSquare },
  { name: 'revisions', to: paths.revisions, icon: GitCommitVertical },
  { name: 'environments', to: paths.environments, icon: SlidersHorizontal },
  { name: 'secrets', to: paths.secrets, icon: KeyRound },
  { name: 'agents', to: paths.agents, icon: Bot },
  { name: 'metrics', to: paths.metrics, icon: ChartColumn },
  { name: 'budget', to: paths.budget, icon: Wallet },
  { name: 'settings', to: paths.projectSettings, icon: Settings },
]

/** All pages of a project. */
export const projectTabs: readonly Tab[] = [...tabs, ...moreTabs]
