import Folders from 'lucide-react/icons/folders'
import House from 'lucide-react/icons/house'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { LucideIcon } from 'lucide-react'
import { portalPaths } from '../portal-paths.ts'

interface TabNavigationItem {
  /** By which its words have it. */
  readonly name: 'home' | 'delivered' | 'projects' | 'invoices'
  readonly icon: LucideIcon
  readonly to: (slug: string) => string
}

/** The places of a portal. Not everybody has each of them. */
export const portalTabs: readonly TabNavigationItem[] = [
  { name: 'home', icon: House, to: portalPaths.home },
  { name: 'delivered', icon: Package, to: portalPaths.delivered },
  { name: 'projects', icon: Folders, to: portalPaths.projects },
  { name: 'invoices', icon: ReceiptText, to: portalPaths.invoices },
]
