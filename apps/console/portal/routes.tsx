import type { RouteObject } from 'react-router'
import type { otherPages } from './project-pages.ts'
import type { pages } from './start-pages.ts'
import type { wayInPages } from './way-in-pages.ts'
import type { documentPages } from './document-pages.ts'
import { Broken } from '../shell/error-page.tsx'
import { lateCode } from '../shell/late-code.ts'
import { latePage, type LatePage } from '../shell/late-page.tsx'

const lazily = (path: string, read: () => Promise<LatePage>) => latePage(path, read, <PortalFailed />)

/** In the place of a page whose own words did not arrive. */
const PortalFailed = () => {
  const start = startPages.now()
  return start ? <start.Broken /> : <Broken isWhole />
}
const startPages = lateCode(() => import('./start-pages.ts'))

/** A page of the portal; the code of all that a visit begins with is read at once. */
const page = (path: string, name: keyof typeof pages) => lazily(path, async () => (await startPages.read()).pages[name])
const wayIn = (path: string, name: keyof typeof wayInPages) =>
  lazily(path, async () => (await import('./way-in-pages.ts')).wayInPages[name])
const other = (path: string, name: keyof typeof otherPages) =>
  lazily(path, async () => (await import('./project-pages.ts')).otherPages[name])
const paper = (path: string, name: keyof typeof documentPages) =>
  lazily(path, async () => (await import('./document-pages.ts')).documentPages[name])

/** Where clients are, below /console. */
export const portalRoutes: RouteObject[] = [
  wayIn('/portal', 'choose'),
  wayIn('/portal/:slug/sign-in', 'signIn'),
  {
    ...page('/portal/:slug', 'frame'),
    children: [
      page('', 'home'),
      other('delivered', 'delivered'),
      other('delivered/:cycleId', 'deliverable'),
      other('questions/:requestId', 'question'),
      other('projects', 'projects'),
      other('projects/:projectId', 'project'),
      paper('documents', 'documents'),
      paper('invoices', 'invoices'),
      paper('invoices/:invoiceId', 'invoice'),
      other('account', 'account'),
      page('*', 'notThere'),
    ],
  },
]
