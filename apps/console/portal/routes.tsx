import type { RouteObject } from 'react-router'
import type { signInPages } from '../pages/sign-in/sign-in-pages.ts'
import type { deliveredPages } from './delivered-pages.ts'
import type { documentPages } from './document-pages.ts'
import type { projectPages } from './project-pages.ts'
import type { pages } from './start-pages.ts'
import type { wayInPages } from './way-in-pages.ts'
import { BrokenPage } from '../shell/error-page.tsx'
import { lateCode } from '../shell/late-code.ts'
import { latePage, type LatePage } from '../shell/late-page.tsx'
import { queries } from '../api/queries.ts'
import { waysIn } from '../ways-in.ts'

/** Resolves once each read under way has its first answer, or its refusal. */
const firstAnswers = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queries.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0) return
      end()
      resolve()
    }
    const end = queries.getQueryCache().subscribe(look)
    look()
  })

const lazily = (path: string, read: () => Promise<LatePage>) =>
  latePage(path, async () => withAnswers(await read()), <PortalFailed />)

/** A page that is drawn stays until the next one has its answers; the first one of a visit shows its frame before. */
const withAnswers = ({ loader, ...page }: LatePage): LatePage => ({
  ...page,
  loader: async (given, context) => {
    const isStep = document.querySelector('h1') !== null
    const result: unknown = typeof loader === 'function' ? await loader(given, context) : null
    if (isStep) await firstAnswers()
    return result
  },
})

/** In the place of a page whose own words did not arrive. */
const PortalFailed = () => {
  const start = startPages.now()
  return start ? <start.BrokenPage /> : <BrokenPage isWhole />
}
const startPages = lateCode(() => import('./start-pages.ts'))

/** A part of every page; its code is read at once. */
const page = (path: string, name: keyof typeof pages) => lazily(path, async () => (await startPages.read()).pages[name])
const wayIn = (path: string, name: keyof typeof wayInPages) =>
  lazily(path, async () => (await import('./way-in-pages.ts')).wayInPages[name])
const home = (path: string) => lazily(path, async () => (await import('./home-pages.ts')).homePages.home)
const delivered = (path: string, name: keyof typeof deliveredPages) =>
  lazily(path, async () => (await import('./delivered-pages.ts')).deliveredPages[name])
const question = (path: string) =>
  lazily(path, async () => (await import('./question-pages.ts')).questionPages.question)
const project = (path: string, name: keyof typeof projectPages) =>
  lazily(path, async () => (await import('./project-pages.ts')).projectPages[name])
const invoice = (path: string) => lazily(path, async () => (await import('./invoice-pages.ts')).invoicePages.invoice)
const paper = (path: string, name: keyof typeof documentPages) =>
  lazily(path, async () => (await import('./document-pages.ts')).documentPages[name])

const beforeSignIn = (path: keyof typeof signInPages) =>
  lazily(`/${path}`, async () => (await import('../pages/sign-in/sign-in-pages.ts')).signInPages[path])

/** The ways in, and the pages of clients, below /console. */
export const portalRoutes: RouteObject[] = [
  ...waysIn.map(beforeSignIn),
  wayIn('/portal', 'choose'),
  wayIn('/portal/:slug/sign-in', 'signIn'),
  {
    ...page('/portal/:slug', 'frame'),
    children: [
      home(''),
      delivered('delivered', 'delivered'),
      delivered('delivered/:cycleId', 'deliverable'),
      question('questions/:requestId'),
      project('projects', 'projects'),
      project('projects/:projectId', 'project'),
      paper('documents', 'documents'),
      paper('invoices', 'invoices'),
      invoice('invoices/:invoiceId'),
      project('account', 'account'),
      page('*', 'notThere'),
    ],
  },
]
