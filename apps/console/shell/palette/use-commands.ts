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
import { useLocation, useNavigate } from 'react-router'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import { getMe } from '../../../../domains/accounts/people/contract/me.ts'
import { useSignOut } from '../../api/use-sign-out.ts'
import { useChangePreferences } from '../../api/use-preferences.ts'
import { useFirstRowsLater, useReply } from '../../api/use-operation.ts'
import { useLateRows } from '../../api/use-pages.ts'
import { chosenWorkspace, readsAudit } from '../../api/workspace.ts'
import { paths, settingsPages } from '../../paths.ts'
import { useLanguage } from '../../preferences.ts'
import { cycleStates } from '../../states.ts'
import { useTheme } from '../../theme.ts'
import { usePolicyWords } from '../../words/policies/index.ts'
import { useProjectWords } from '../../words/project/index.ts'
import { useSearchWords } from '../../words/search/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { projectTabs } from '../project-places.ts'
import { verbPaths } from './verb-paths.ts'
import { newestCycles, useProjects } from '../use-waiting-count.ts'
import { usePageCommandList, type Command } from '../../parts/commands.ts'

type FixedPath = {
  [Name in keyof typeof paths]: (typeof paths)[Name] extends string ? Name : never
}[keyof typeof paths]
/** The pages without a name of their own in the address; a new one has to be named here. */
type FixedPage = Exclude<FixedPath, 'signUp' | 'resetPassword' | 'newInvoice' | 'newBillable' | 'importProject'>
type PageCommand = Omit<Command, 'id' | 'act'>

const pagesOf = (words: ReturnType<typeof useWords>): Readonly<Record<FixedPage, PageCommand>> => {
  const ofInvoices = { note: words.invoices, icon: ReceiptText }
  const ofGrowth = { note: words.growth, icon: Sprout }
  const ofModels = { note: words.models, icon: Cpu }
  return {
    home: { name: words.home, note: words.inbox.list, icon: Inbox, keys: ['G', 'H'] },
    messages: { name: words.messages, icon: MessageSquare },
    projects: { name: words.projects, icon: Folders, keys: ['G', 'P'] },
    firstRun: { name: words.pages.firstRun, icon: Folders },
    deliverables: { name: words.deliverables, icon: Package, keys: ['G', 'D'] },
    documents: { name: words.documents, icon: FileText },
    invoices: { name: words.invoices, icon: ReceiptText, keys: ['G', 'I'] },
    billables: { ...ofInvoices, name: words.billables },
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
    models: { name: words.models, icon: Cpu },
    usage: { ...ofModels, name: words.modelViews.usage },
    media: { ...ofModels, name: words.modelViews.media },
    batches: { ...ofModels, name: words.modelViews.batches },
    webhooks: { name: words.webhooks, note: words.settings, icon: Settings },
    settings: { name: words.settings, icon: Settings, keys: ['G', 'S'] },
  }
}

const forAdministrators: readonly string[] = ['audit', 'activity'] satisfies FixedPage[]

/** A page of the console, or a setting on one. */
interface NamedPlace extends Omit<Command, 'act'> {
  /** Its address below /console. */
  readonly id: string
}

/** The pages of the console, of its settings and its projects, and the single settings of the workspace. */
export const usePlaces = (): readonly NamedPlace[] => {
  const words = useWords()
  const { alsoOf } = useSearchWords()
  const { tabs } = useProjectWords()
  const policyWords = usePolicyWords()
  const { pathname } = useLocation()
  const workspace = chosenWorkspace(useReply(getMe))
  const isAdministrator = workspace !== undefined && readsAudit(workspace)
  return [
    ...Object.entries(pagesOf(words))
      .filter(([page]) => isAdministrator || !forAdministrators.includes(page))
      .map(([page, command]) => ({
        id: paths[page as FixedPage],
        also: page === 'models' ? alsoOf.models : undefined,
        ...command,
      })),
    ...settingsPages.map((page) => ({
      id: paths.settingsOf(page),
      name: words.settingsPages[page],
      note: words.settings,
      also: alsoOf[page],
      icon: Settings,
    })),
    ...settingNames
      .map((setting) => policyWords[setting])
      .map((name) => ({ id: `${paths.settings}#${name}`, name, note: words.settings, icon: Settings })),
    // The open project has these as commands of its page.
    ...useProjects()
      .filter(({ id }) => !`${pathname}/`.startsWith(`${paths.project(id)}/`))
      .flatMap(({ id, name }) =>
        projectTabs.map(({ name: tab, to, icon }) => ({ id: to(id), name: tabs[tab], note: name, icon })),
      )
      .filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at),
  ]
}

/** The settings of the workspace that are found one by one. */
const settingNames = [
  'requiresApproval',
  'shown',
  'checked',
  'unverified',
  'weakened',
  'model',
  'probes',
  'examiner',
  'packages',
  'remind',
  'expire',
] as const

/** The pages of the console, its projects, their cycles. */
export const useNavigationCommands = (): Command[] => {
  const navigate = useNavigate()
  const names = new Map(useLateRows(listProjects, 5_000).data?.map(({ id, name }) => [id, name]))
  const cycles = useFirstRowsLater(listCycles, newestCycles).data ?? []
  const to = (path: string) => ({ id: path, act: () => navigate(path) })
  return [
    ...useProjects().map(({ id, name, glyph }) => ({ ...to(paths.project(id)), name, icon: glyph })),
    ...usePlaces().map((place) => ({ ...to(place.id), ...place })),
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
  const { palette: words, signOut } = useWords()
  const { verbs } = useSearchWords()
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
    ...(Object.keys(verbPaths) as (keyof typeof verbPaths)[]).map((verb) => ({
      id: verb,
      name: verbs[verb],
      icon: Plus,
      act: () => navigate(verbPaths[verb]),
    })),
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
