import Contact from 'lucide-react/icons/contact'
import Folder from 'lucide-react/icons/folder'
import GitMerge from 'lucide-react/icons/git-merge'
import KeyRound from 'lucide-react/icons/key-round'
import ListChecks from 'lucide-react/icons/list-checks'
import MessageSquare from 'lucide-react/icons/message-square'
import Package from 'lucide-react/icons/package'
import Play from 'lucide-react/icons/play'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Sprout from 'lucide-react/icons/sprout'
import Store from 'lucide-react/icons/store'
import User from 'lucide-react/icons/user'
import type { search } from '../../../../domains/record/search/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { paths } from '../../paths.ts'

/** Something that the server found. */
export type Hit = Reply<typeof search>['hits'][number]
export type DocumentHit = Reply<typeof search>['documents'][number]

export const hitIcons = { project: Folder, cycle: GitMerge, task: ListChecks, message: MessageSquare }

/** Icons of hits that are found by name. */
export const namedIcons = {
  client: Store,
  invoice: ReceiptText,
  deliverable: Package,
  person: User,
  growth: Sprout,
  play: Play,
  lead: Contact,
  secret: KeyRound,
}

/** A path of the console from a link below the server. */
export const pathOfLink = (link: string): string => link.replace(/^\/console/, '')

/** Where it is shown. */
export const pathOfHit = ({ projectId, cycleId, taskId }: Hit): string => {
  if (cycleId === null) return paths.project(projectId)
  return `${paths.cycle(projectId, cycleId)}${taskId === null ? '' : `?task=${taskId}`}`
}

/** As long a text as the search takes. */
export const searchTextOf = (text: string): string => text.trim().slice(0, 200)
