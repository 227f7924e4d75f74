import Cpu from 'lucide-react/icons/cpu'
import FileText from 'lucide-react/icons/file-text'
import Folders from 'lucide-react/icons/folders'
import Inbox from 'lucide-react/icons/inbox'
import MessageSquare from 'lucide-react/icons/message-square'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Store from 'lucide-react/icons/store'
import Sprout from 'lucide-react/icons/sprout'
import type { LucideIcon } from 'lucide-react'
import { paths } from '../paths.ts'

interface NavigationItem {
  /** The key of its name among the words of the shell. */
  readonly name:
    | ('home' | 'messages' | 'projects' | 'deliverables' | 'documents')
    | ('clients' | 'invoices' | 'growth' | 'models')
  readonly icon: LucideIcon
  readonly to: string
  /** Whether only its own address is the place, and not addresses below. */
  readonly end?: boolean
}

const home: NavigationItem = { name: 'home', icon: Inbox, to: paths.home, end: true }
const messages: NavigationItem = { name: 'messages', icon: MessageSquare, to: paths.messages }
const projects: NavigationItem = { name: 'projects', icon: Folders, to: paths.projects }
const invoices: NavigationItem = { name: 'invoices', icon: ReceiptText, to: paths.invoices }

/** The places of the side bar, which names projects separately below. */
export const sideNavigation: readonly NavigationItem[] = [
  home,
  messages,
  { ...projects, end: true },
  { name: 'deliverables', icon: Package, to: paths.deliverables },
  { name: 'documents', icon: FileText, to: paths.documents },
  { name: 'clients', icon: Store, to: paths.clients },
  invoices,
  { name: 'growth', icon: Sprout, to: paths.growth },
  { name: 'models', icon: Cpu, to: paths.models },
]

/** The places at the bottom edge of a small screen; the others are in its menu. */
export const tabNavigation: readonly NavigationItem[] = [home, messages, projects, invoices]
export const menuNavigation: readonly NavigationItem[] = sideNavigation.filter(
  ({ name }) => !tabNavigation.some((tab) => tab.name === name),
)
