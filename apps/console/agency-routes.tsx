import { generatePath, redirect, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import type { ComponentType } from 'react'
import { BrokenPage, NotFoundPage } from './shell/error-page.tsx'
import { lateCode } from './shell/late-code.ts'
import { latePage } from './shell/late-page.tsx'
import { LateShell, lateShellLoader, shellLoader } from './shell/late-shell.tsx'

interface PageModule {
  readonly default: ComponentType
  readonly loader?: LoaderFunction
}

/** A page whose code is read when it is first opened. */
const page = (path: string, read: () => Promise<PageModule>): RouteObject =>
  latePage(
    path,
    async () => {
      const { default: Component, ...rest } = await read()
      return { Component, ...rest }
    },
    <BrokenPage />,
  )

/** The page of a place with several views: its address names one by `view`, and the first is shown without it. */
const views = (path: string, reads: Readonly<Record<string, () => Promise<PageModule>>>): RouteObject => {
  const codes = new Map(Object.entries(reads).map(([name, read]) => [name, lateCode(read)]))
  const [first] = codes.values()
  const chosen = (query: URLSearchParams) => codes.get(query.get('view') ?? '') ?? first!
  const View = () => {
    const [query] = useSearchParams()
    const view = chosen(query).now()
    return view ? <view.default /> : null
  }
  const loader: LoaderFunction = async (given, context) => {
    const { loader: ofView } = await chosen(new URL(given.request.url).searchParams).read()
    const result: unknown = typeof ofView === 'function' ? await ofView(given, context) : null
    return result
  }
  return page(path, async () => ({ default: View, loader }))
}

/** A former address, which leads on to the place that has its content now. */
const moved = (path: string, to: string): RouteObject => ({
  path,
  loader: ({ request, params }) => {
    const [place = '', view] = to.split('?')
    const query = new URLSearchParams([...new URLSearchParams(view), ...new URL(request.url).searchParams])
    return redirect(`${generatePath(place, params)}${query.size === 0 ? '' : `?${query}`}`)
  },
})

/** Every page of the agency with its address, below /console. */
export const agencyRoutes: RouteObject[] = [
  {
    path: '/first',
    loader: shellLoader,
    errorElement: <BrokenPage isWhole />,
    children: [page('', () => import('./pages/onboarding/onboarding-page.tsx'))],
  },
  page('/previews/:label', () => import('./pages/previews/open-preview-page.tsx')),
  page('/desktop', () => import('./pages/desktop/shown-desktop-page.tsx')),
  page('/connect', () => import('./pages/connect/connect-page.tsx')),
  page('/gone', () => import('./pages/account-deleted/account-deleted.tsx')),
  {
    path: '/',
    element: <LateShell />,
    loader: lateShellLoader,
    errorElement: <BrokenPage isWhole />,
    children: [
      page('', () => import('./pages/home/home-page.tsx')),
      views('audit', {
        log: () => import('./pages/audit/log/audit-page.tsx'),
        activity: () => import('./pages/audit/activity/activity-page.tsx'),
      }),
      moved('audit/activity', '/audit?view=activity'),
      page('projects', () => import('./pages/projects/list/projects-page.tsx')),
      page('projects/new', () => import('./pages/projects/new/import-page.tsx')),
      page('projects/:projectId', () => import('./pages/projects/overview/project-page.tsx')),
      page('projects/:projectId/roadmap', () => import('./pages/projects/roadmap/roadmap-page.tsx')),
      page('projects/:projectId/code', () => import('./pages/projects/code/files-page.tsx')),
      page('projects/:projectId/code/branches', () => import('./pages/projects/code/branches-page.tsx')),
      moved('projects/:projectId/code/repositories', '/projects/:projectId/code/branches'),
      moved('projects/:projectId/code/image-builds', '/projects/:projectId/deployments'),
      page('projects/:projectId/code/sandbox', () => import('./pages/projects/code/sandbox/sandbox-page.tsx')),
      moved('projects/:projectId/code/terminal', '/projects/:projectId/code/sandbox'),
      moved('projects/:projectId/code/desktop', '/projects/:projectId/code/sandbox'),
      page('projects/:projectId/revisions', () => import('./pages/projects/revisions/revisions-page.tsx')),
      page('projects/:projectId/revisions/:revisionId', () => import('./pages/projects/revisions/revision-page.tsx')),
      page('projects/:projectId/environments', () => import('./pages/projects/environments/environments-page.tsx')),
      page('projects/:projectId/deployments', () => import('./pages/projects/deployments/deployments-page.tsx')),
      moved('projects/:projectId/secrets', '/projects/:projectId/environments'),
      page('projects/:projectId/agents', () => import('./pages/projects/agents/agents-page.tsx')),
      page('projects/:projectId/metrics', () => import('./pages/projects/metrics/metrics-page.tsx')),
      moved('projects/:projectId/budget', '/projects/:projectId/metrics'),
      page('projects/:projectId/settings', () => import('./pages/projects/settings/settings-page.tsx')),
      page('messages', () => import('./pages/messages/messages-page.tsx')),
      page('projects/:projectId/messages', () => import('./pages/projects/messages/project-messages-page.tsx')),
      views('models', {
        connected: () => import('./pages/models/connected/connected-models-page.tsx'),
        usage: () => import('./pages/models/usage/usage-page.tsx'),
        media: () => import('./pages/models/media/media-page.tsx'),
        batches: () => import('./pages/models/batches/batches-page.tsx'),
      }),
      page('models/batches/:batchId', () => import('./pages/models/batches/batch-page.tsx')),
      moved('playground', '/models?view=usage'),
      moved('usage', '/models?view=usage'),
      moved('media', '/models?view=media'),
      moved('batches', '/models?view=batches'),
      moved('batches/:batchId', '/models/batches/:batchId'),
      moved('settings/models', '/models'),
      page('documents', () => import('./pages/documents/list/documents-page.tsx')),
      page('documents/:documentId', () => import('./pages/documents/detail/document-page.tsx')),
      page('deliverables', () => import('./pages/deliverables/list/deliverables-page.tsx')),
      page('projects/:projectId/deliverables', () => import('./pages/deliverables/list/project-deliverables-page.tsx')),
      page(
        'projects/:projectId/cycles/:cycleId/deliverable',
        () => import('./pages/deliverables/detail/deliverable-page.tsx'),
      ),
      page('projects/:projectId/cycles', () => import('./pages/projects/cycles/list/cycles-page.tsx')),
      page('projects/:projectId/cycles/new', () => import('./pages/projects/cycles/new/new-cycle-page.tsx')),
      page('projects/:projectId/cycles/:cycleId', () => import('./pages/projects/cycles/detail/cycle-page.tsx')),
      page(
        'projects/:projectId/cycles/:cycleId/tasks/:taskId/review',
        () => import('./pages/projects/cycles/review/review-page.tsx'),
      ),
      page('settings/workspace', () => import('./pages/settings/workspace/workspace-settings-page.tsx')),
      page('settings/members', () => import('./pages/settings/members/members-page.tsx')),
      page('settings/sign-in', () => import('./pages/settings/sign-in/sign-in-settings-page.tsx')),
      page('settings/keys', () => import('./pages/settings/keys/keys-page.tsx')),
      page('search', () => import('./pages/search/search-page.tsx')),
      page('growth', () => import('./pages/growth/projects/growth-projects-page.tsx')),
      page('growth/projects/:growthProjectId', () => import('./pages/growth/projects/growth-project-page.tsx')),
      page('growth/projects/:growthProjectId/leads', () => import('./pages/growth/leads/leads-page.tsx')),
      page('growth/projects/:growthProjectId/inbox', () => import('./pages/growth/inbox/inbox-page.tsx')),
      page('growth/projects/:growthProjectId/inbox/:leadId', () => import('./pages/growth/inbox/thread-page.tsx')),
      page('growth/projects/:growthProjectId/plays', () => import('./pages/growth/plays/list/plays-page.tsx')),
      page('growth/plays/:playId', () => import('./pages/growth/plays/detail/play-page.tsx')),
      page('growth/plays/:playId/mails', () => import('./pages/growth/plays/mails/mails-page.tsx')),
      page('growth/plays/:playId/leads', () => import('./pages/growth/plays/leads/play-leads-page.tsx')),
      page('growth/plays/:playId/results', () => import('./pages/growth/plays/results/results-page.tsx')),
      views('growth/settings', {
        rules: () => import('./pages/growth/settings-page.tsx'),
        mailboxes: () => import('./pages/growth/mailboxes/mailboxes-page.tsx'),
        providers: () => import('./pages/growth/providers/providers-page.tsx'),
        suppressions: () => import('./pages/growth/suppressions-page.tsx'),
      }),
      page('growth/mailboxes/connected', () => import('./pages/growth/mailboxes/connected-page.tsx')),
      moved('growth/mailboxes', '/growth/settings?view=mailboxes'),
      moved('growth/providers', '/growth/settings?view=providers'),
      moved('growth/suppressions', '/growth/settings?view=suppressions'),
      views('clients', {
        list: () => import('./pages/clients/list/clients-page.tsx'),
        affected: () => import('./pages/clients/affected/affected-page.tsx'),
      }),
      moved('clients/affected', '/clients?view=affected'),
      page('clients/:clientId', () => import('./pages/clients/detail/client-page.tsx')),
      page('settings/webhooks', () => import('./pages/settings/webhooks/webhooks-page.tsx')),
      page('settings/brand', () => import('./pages/settings/brand/brand-page.tsx')),
      page('settings/you', () => import('./pages/settings/you/you-page.tsx')),
      page('settings/security', () => import('./pages/settings/security/security-page.tsx')),
      moved('settings/data', '/settings/you'),
      views('invoices', {
        list: () => import('./pages/invoices/list/invoices-page.tsx'),
        owed: () => import('./pages/invoices/reports/aging-page.tsx'),
      }),
      page('invoices/new', () => import('./pages/invoices/draft/new-invoice-page.tsx')),
      page('invoices/billables', () => import('./pages/invoices/billables/billables-page.tsx')),
      page('invoices/billables/new', () => import('./pages/invoices/billables/new-billable-page.tsx')),
      page('invoices/identity', () => import('./pages/invoices/settings/identity-page.tsx')),
      moved('invoices/owed', '/invoices?view=owed'),
      page('invoices/revenue', () => import('./pages/invoices/reports/revenue-page.tsx')),
      page('invoices/payments', () => import('./pages/invoices/payments/payments-page.tsx')),
      page('invoices/:invoiceId', () => import('./pages/invoices/detail/invoice-page.tsx')),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
