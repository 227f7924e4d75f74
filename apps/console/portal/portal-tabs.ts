import Folders from 'lucide-react/icons/folders'
import House from 'lucide-react/icons/house'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { LucideIcon } from 'lucide-react'
import { places } from './portal-paths.ts'

interface TabPlace {
  /** By which its words have it. */
  readonly name: 'home' | 'delivered' | 'projects' | 'invoices'
  readonly icon: LucideIcon
  readonly to: (slug: string) => string
}

/** The places of a portal. Not everybody has each of them. */
export const tabPlaces: readonly TabPlace[] = [
  { name: 'home', icon: House, to: places.home },
  { name: 'delivered', icon: Package, to: places.delivered },
  { name: 'projects', icon: Folders, to: places.projects },
  { name: 'invoices', icon: ReceiptText, to: places.invoices },
]
