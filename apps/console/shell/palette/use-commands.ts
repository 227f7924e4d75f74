import Cpu from 'lucide-react/icons/cpu'
import FileText from 'lucide-react/icons/file-text'
import Folders from 'lucide-react/icons/folders'
import Inbox from 'lucide-react/icons/inbox'
import Languages from 'lucide-react/icons/languages'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquare from 'lucide-react/icons/message-square'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import Sprout from 'lucide-react/icons/sprout'
import Store from 'lucide-react/icons/store'
import ReceiptText from 'lucide-react/icons/receipt-text'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useNavigate } from 'react-router'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import { getMe } from '../../../../domains/accounts/people/contract/me.ts'
import { useSignOut } from '../../api/use-sign-out.ts'
import { useChangePreferences } from '../../api/use-preferences.ts'
import { useFirstRowsLater, useReply } from '../../api/use-operation.ts'
import { useAllRowsLater } from '../../api/use-pages.ts'
import { chosenWorkspace, readsAudit } from '../../api/workspace.ts'
import { paths, settingsPages } from '../../paths.ts'
import { useLanguage } from '../../preferences.ts'
import { cycleStates } from '../../states.ts'
import { useTheme } from '../../theme.ts'
import { useWords } from '../../words/shell/index.ts'
import { newestCycles, useProjects } from '../use-waiting-count.ts'
import { usePageCommandList, type Command } from '../../parts/commands.ts'

type FixedPath = {
  [Name in keyof typeof paths]: (typeof paths)[Name] extends string ? Name : never
}[keyof typeof paths]
/** The pages without a name of their own in the address; a new one has to be named here. */
type FixedPage = Exclude<FixedPath, 'signUp' | 'resetPassword' | 'newInvoice'>
type PageCommand = Omit<Command, 'id' | 'act'>

const pagesOf = (words: ReturnType<typeof useWords>): Readonly<Record<FixedPage, PageCommand>> => {
  const ofInvoices = { note: words.invoices, icon: ReceiptText }
  const ofGrowth = { note: words.growth, icon: Sprout }
  const ofModels = { note: words.models, icon: Cpu }
  return {
    home: { name: words.home, note: words.inbox.list, icon: Inbox, keys: ['G', 'H'] },
    messages: { name: words.messages, icon: MessageSquare },
    projects: { name: words.projects, icon: Folders, keys: ['G', 'P'] },
    importProject: { name: words.projectList.bringIn, icon: Folders },
    firstRun: { name: words.pages.firstRun, icon: Folders },
    deliverables: { name: words.deliverables, icon: Package, keys: ['G', 'D'] },
    documents: { name: words.documents, icon: FileText },
    invoices: { name: words.invoices, icon: ReceiptText, keys: ['G', 'I'] },
    billables: { ...ofInvoices, name: words.billables },
    newBillable: { ...ofInvoices, name: words.pages.newBillable },
    billingIdentity: { ...ofInvoices, name: words.billingIdentity },
    aging: { ...ofInvoices, name: words.pages.aging },
    revenue: { ...ofInvoices, name: words.pages.revenue },
    payments: { ...ofInvoices, name: words.pages.payments },
    audit: { name: words.audit, icon: Shield, keys: ['G', 'A'] },
    activity: { name: words.pages.activity, note: words.audit, icon: Shield },
    clients: { name: words.clients, icon: Store },
    affected: { name: words.pages.affected, note: words.clients, icon: Store },
    growth: { ...ofGrowth, name: words.growthProjects },
    growthProviders: { ...ofGrowth, name: words.growthProviders },
    growthMailboxes: { ...ofGrowth, name: words.growthMailboxes },
    growthSettings: { ...ofGrowth, name: words.growthSettings },
    suppressions: { ...ofGrowth, name: words.suppressions },
    usage: { ...ofModels, name: words.modelPages.usage },
    media: { ...ofModels, name: words.modelPages.media },
    batches: { ...ofModels, name: words.modelPages.batches },
    webhooks: { name: words.webhooks, note: words.settings, icon: Settings },
    settings: { name: words.settings, icon: Settings, keys: ['G', 'S'] },
  }
}

const forAdministrators: readonly string[] = ['audit', 'activity'] satisfies FixedPage[]

/** The pages of the console, its projects, their cycles. */
export const useNavigationCommands = (): Command[] => {
  const words = useWords()
  const navigate = useNavigate()
  const names = new Map(useAllRowsLater(listProjects)?.map(({ id, name }) => [id, name]))
  const cycles = useFirstRowsLater(listCycles, newestCycles).data ?? []
  const workspace = chosenWorkspace(useReply(getMe))
  const isAdministrator = workspace !== undefined && readsAudit(workspace)
  const to = (path: string) => ({ id: path, act: () => navigate(path) })
  return [
    ...Object.entries(pagesOf(words))
      .filter(([page]) => isAdministrator || !forAdministrators.includes(page))
      .map(([page, command]) => ({ ...to(paths[page as FixedPage]), ...command })),
    ...useProjects().map(({ id, name, glyph }) => ({ ...to(paths.project(id)), name, icon: glyph })),
    ...settingsPages.map((page) => ({
      ...to(paths.settingsOf(page)),
      name: words.settingsPages[page],
      note: words.settings,
      icon: Settings,
    })),
    ...cycles.map(({ id, projectId, handle, title, status }) => ({
      ...to(paths.cycle(projectId, id)),
      name: title,
      icon: cycleStates[status].glyph,
      note: [handle, names.get(projectId)].filter((part) => part !== undefined).join(' · '),
    })),
  ]
}

/** The possible actions: first actions of the page, then global actions. */
export const useActionCommands = (): Command[] => {
  const { palette: words, newInvoice, signOut } = useWords()
  const leave = useSignOut(() => location.assign('/console/sign-in'))
  const navigate = useNavigate()
  const language = useLanguage()
  const { choose } = useChangePreferences()
  const theme = useTheme()
  return [
    ...usePageCommandList(),
    ...useProjects().map(({ id, name }) => ({
      id: `new ${id}`,
      name: words.newCycle(name),
      icon: Plus,
      act: () => navigate(paths.newCycle(id)),
    })),
    {
      id: 'new invoice',
      name: newInvoice,
      icon: Plus,
      act: () => navigate(paths.newInvoice),
    },
    {
      id: 'theme',
      name: words.theme,
      icon: SunMoon,
      keys: ['T'],
      act: () => choose({ theme: theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'language',
      name: words.otherLanguage,
      icon: Languages,
      act: () => choose({ language: language === 'de' ? 'en' : 'de' }),
    },
    { id: 'sign out', name: signOut, icon: LogOut, act: () => leave.mutate({}) },
  ]
}
