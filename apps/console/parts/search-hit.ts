import Folder from 'lucide-react/icons/folder'
import GitMerge from 'lucide-react/icons/git-merge'
import ListChecks from 'lucide-react/icons/list-checks'
import MessageSquare from 'lucide-react/icons/message-square'
import type { search } from '../../../domains/record/search/contract.ts'
import type { Reply } from '../../../platform/client/index.ts'
import { paths } from '../paths.ts'

/** Something that the server found. */
export type Hit = Reply<typeof search>['hits'][number]
export type DocumentHit = Reply<typeof search>['documents'][number]

export const hitIcons = { project: Folder, cycle: GitMerge, task: ListChecks, message: MessageSquare }

/** Where it is shown. */
export const pathOfHit = ({ projectId, cycleId, taskId }: Hit): string => {
  if (cycleId === null) return paths.project(projectId)
  return `${paths.cycle(projectId, cycleId)}${taskId === null ? '' : `?task=${taskId}`}`
}

/** As long a text as the search takes. */
export const searchTextOf = (text: string): string => text.trim().slice(0, 200)
