import Folders from 'lucide-react/icons/folders'
import House from 'lucide-react/icons/house'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { LucideIcon } from 'lucide-react'
import { portalPaths } from '../portal-paths.ts'

/** A place of a portal, as its words have it. */
export type BackTo = 'home' | 'work' | 'projects' | 'invoices'

interface TabNavigationItem {
  readonly name: BackTo
  readonly icon: LucideIcon
  readonly to: (slug: string) => string
  /** The parts of addresses whose pages belong to it. */
  readonly sections: readonly string[]
}

/** The places of a portal. Not everybody has each of them. */
export const portalTabs: readonly TabNavigationItem[] = [
  { name: 'home', icon: House, to: portalPaths.home, sections: ['', 'questions'] },
  { name: 'work', icon: Package, to: portalPaths.delivered, sections: ['delivered'] },
  { name: 'projects', icon: Folders, to: portalPaths.projects, sections: ['projects'] },
  { name: 'invoices', icon: ReceiptText, to: portalPaths.invoices, sections: ['invoices'] },
]
