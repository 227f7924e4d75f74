import Cpu from 'lucide-react/icons/cpu'
import FileText from 'lucide-react/icons/file-text'
import Folders from 'lucide-react/icons/folders'
import Inbox from 'lucide-react/icons/inbox'
import Languages from 'lucide-react/icons/languages'
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
import { useChangePreferences } from '../../api/use-preferences.ts'
import { useFirstRowsLater, useReply } from '../../api/use-operation.ts'
import { useAllRowsLater } from '../../api/use-pages.ts'
import { chosenWorkspace, readsAudit } from '../../api/workspace.ts'
import { modelPages, paths, settingsPages } from '../../paths.ts'
import { useLanguage } from '../../preferences.ts'
import { cycleStates } from '../../states.ts'
import { useTheme } from '../../theme.ts'
import { useWords } from '../../words/shell/index.ts'
import { newestCycles, useProjects } from '../use-waiting-count.ts'
import { usePageCommandList, type Command } from '../../parts/commands.ts'

/** The pages of the console, its projects, their cycles. */
export const useNavigationCommands = (): Command[] => {
  const words = useWords()
  const navigate = useNavigate()
  const names = new Map(useAllRowsLater(listProjects)?.map(({ id, name }) => [id, name]))
  const cycles = useFirstRowsLater(listCycles, newestCycles).data ?? []
  const workspace = chosenWorkspace(useReply(getMe))
  const to = (path: string) => ({ id: path, act: () => navigate(path) })
  return [
    { ...to(paths.home), name: words.home, note: words.inbox.list, icon: Inbox, keys: ['G', 'H'] },
    { ...to(paths.messages), name: words.messages, icon: MessageSquare },
    { ...to(paths.projects), name: words.projects, icon: Folders, keys: ['G', 'P'] },
    { ...to(paths.deliverables), name: words.deliverables, icon: Package, keys: ['G', 'D'] },
    { ...to(paths.documents), name: words.documents, icon: FileText },
    { ...to(paths.invoices), name: words.invoices, icon: ReceiptText, keys: ['G', 'I'] },
    { ...to(paths.billables), name: words.billables, note: words.invoices, icon: ReceiptText },
    { ...to(paths.billingIdentity), name: words.billingIdentity, icon: ReceiptText },
    ...(workspace && readsAudit(workspace)
      ? [{ ...to(paths.audit), name: words.audit, icon: Shield, keys: ['G', 'A'] }]
      : []),
    ...useProjects().map(({ id, name, glyph }) => ({ ...to(paths.project(id)), name, icon: glyph })),
    { ...to(paths.clients), name: words.clients, icon: Store },
    { ...to(paths.growth), name: words.growthProjects, note: words.growth, icon: Sprout },
    { ...to(paths.growthProviders), name: words.growthProviders, note: words.growth, icon: Sprout },
    { ...to(paths.growthMailboxes), name: words.growthMailboxes, note: words.growth, icon: Sprout },
    { ...to(paths.growthSettings), name: words.growthSettings, note: words.growth, icon: Sprout },
    { ...to(paths.suppressions), name: words.suppressions, note: words.growth, icon: Sprout },
    ...modelPages.map((page) => ({
      ...to(paths[page]),
      name: words.modelPages[page],
      note: words.models,
      icon: Cpu,
    })),
    { ...to(paths.settings), name: words.settings, icon: Settings, keys: ['G', 'S'] },
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

/** The possible actions: first those of the page, then those of every page. */
export const useActionCommands = (): Command[] => {
  const { palette: words, newInvoice } = useWords()
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
  ]
}
