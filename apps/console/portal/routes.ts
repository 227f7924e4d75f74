import type { RouteObject } from 'react-router'
import { PageSkeleton } from '../parts/skeleton.tsx'
import type { invoicePages } from './invoice-pages.ts'
import type { pages } from './pages.ts'

/** A page of the portal; the code of all of them is read when the first is opened. */
const page = (path: string, name: keyof typeof pages) => ({
  path,
  HydrateFallback: PageSkeleton,
  lazy: async () => (await import('./pages.ts')).pages[name],
})

const invoicePage = (path: string, name: keyof typeof invoicePages) => ({
  path,
  HydrateFallback: PageSkeleton,
  lazy: async () => (await import('./invoice-pages.ts')).invoicePages[name],
})

/** Where clients are, below /console. */
export const portalRoutes: RouteObject[] = [
  page('/portal', 'choose'),
  page('/portal/:slug/sign-in', 'signIn'),
  {
    ...page('/portal/:slug', 'frame'),
    children: [
      page('', 'home'),
      page('delivered', 'delivered'),
      page('delivered/:cycleId', 'deliverable'),
      page('questions/:requestId', 'question'),
      page('projects', 'projects'),
      page('projects/:projectId', 'project'),
      invoicePage('invoices', 'invoices'),
      invoicePage('invoices/:invoiceId', 'invoice'),
      page('account', 'account'),
      page('*', 'notThere'),
    ],
  },
]
