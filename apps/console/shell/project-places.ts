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
import { paths } from '../paths.ts'
import type { ProjectWords } from '../words/project/index.ts'

interface ProjectTab {
  readonly name: keyof ProjectWords['tabs']
  readonly to: (projectId: string) => string
  readonly icon: LucideIcon
  /** Its name among the pages of its place, if that differs. */
  readonly within?: keyof ProjectWords['tabs']
}

/** The pages of a place; the first one names it. */
export type ProjectPlace = readonly [ProjectTab, ...ProjectTab[]]

/** The places of a project in the order of the bar at their top. */
export const projectPlaces: readonly ProjectPlace[] = [
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
    { name: 'environments', within: 'variables', to: paths.environments, icon: SlidersHorizontal },
    { name: 'agents', to: paths.agents, icon: Bot },
  ],
]

/** All pages of a project. */
export const projectTabs: readonly ProjectTab[] = projectPlaces.flat()
