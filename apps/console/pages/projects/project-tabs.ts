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
import { paths } from '../../paths.ts'
import type { ProjectWords } from '../../words/project/index.ts'

interface Tab {
  readonly name: keyof ProjectWords['tabs']
  readonly to: (projectId: string) => string
  readonly icon: LucideIcon
}

/** The pages of a project that people come for, in the order of the bar at their top. */
export const tabs: readonly Tab[] = [
  { name: 'overview', to: paths.project, icon: SquareActivity },
  { name: 'cycles', to: paths.cycles, icon: LayoutList },
  { name: 'roadmap', to: paths.roadmap, icon: ListOrdered },
  { name: 'deliverables', to: paths.projectDeliverables, icon: Package },
  { name: 'code', to: (id) => paths.code(id), icon: Code },
  { name: 'deployments', to: paths.deployments, icon: Rocket },
]

/** The pages behind “More”. */
export const moreTabs: readonly Tab[] = [
  { name: 'messages', to: paths.projectMessages, icon: MessageSquare },
  { name: 'revisions', to: paths.revisions, icon: GitCommitVertical },
  { name: 'environments', to: paths.environments, icon: SlidersHorizontal },
  { name: 'secrets', to: paths.secrets, icon: KeyRound },
  { name: 'agents', to: paths.agents, icon: Bot },
  { name: 'metrics', to: paths.metrics, icon: ChartColumn },
  { name: 'budget', to: paths.budget, icon: Wallet },
  { name: 'settings', to: paths.projectSettings, icon: Settings },
]
