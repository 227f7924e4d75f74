import type { LucideIcon } from 'lucide-react'
import LayoutList from 'lucide-react/icons/layout-list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import SquareActivity from 'lucide-react/icons/square-activity'
import { paths } from '../../paths.ts'
import type { ProjectWords } from '../../words/project/use-words.ts'

interface Tab {
  readonly name: keyof ProjectWords['tabs']
  readonly to: (projectId: string) => string
  readonly icon: LucideIcon
}

/** The pages of a project, in the order of the bar at their top. */
export const tabs: readonly Tab[] = [
  { name: 'overview', to: paths.project, icon: SquareActivity },
  { name: 'cycles', to: paths.cycles, icon: LayoutList },
  { name: 'roadmap', to: paths.roadmap, icon: ListOrdered },
]
