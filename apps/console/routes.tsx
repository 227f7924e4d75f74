import { createBrowserRouter, type LoaderFunction, type RouteObject } from 'react-router'
import type { ComponentType } from 'react'
import type { ways } from './pages/ways/ways.ts'
import { portalRoutes } from './portal/routes.ts'
import { Broken, NotThere } from './shell/broken.tsx'
import { loader as shellLoader, Shell } from './shell/shell.tsx'

interface PageModule {
  readonly default: ComponentType
  readonly loader?: LoaderFunction
}

/** A page whose code is read when it is first opened. */
const page = (path: string, read: () => Promise<PageModule>): RouteObject => ({
  path,
  errorElement: <Broken />,
  lazy: async () => {
    const { default: Component, ...rest } = await read()
    return { Component, ...rest }
  },
})

const waysIn = [
  'sign-in',
  'sign-up',
  'verify-email',
  'reset-password',
  'join',
  'join-portal',
  'open',
  'letters',
  'start',
] as const
const way = (path: keyof typeof ways): RouteObject => ({
  path: `/${path}`,
  errorElement: <Broken isWhole />,
  lazy: async () => (await import('./pages/ways/ways.ts')).ways[path],
})

/** Every page with its address; below /console. */
export const router = createBrowserRouter(
  [
    {
      errorElement: <Broken isWhole />,
      // Until the code of the first page is there.
      hydrateFallbackElement: <></>,
      children: [
        ...waysIn.map(way),
        {
          path: '/first',
          loader: shellLoader,
          errorElement: <Broken isWhole />,
          children: [page('', () => import('./pages/first/first-run.tsx'))],
        },
        page('/gone', () => import('./pages/gone.tsx')),
        ...portalRoutes,
        {
          path: '/',
          element: <Shell />,
          loader: shellLoader,
          errorElement: <Broken isWhole />,
          children: [
            page('', () => import('./pages/home.tsx')),
            page('audit', () => import('./pages/audit/audit.tsx')),
            page('audit/activity', () => import('./pages/audit/activity.tsx')),
            page('audit/webhooks', () => import('./pages/webhooks/webhooks.tsx')),
            page('projects', () => import('./pages/projects.tsx')),
            page('projects/new', () => import('./pages/import/import.tsx')),
            page('projects/:projectId', () => import('./pages/project/overview.tsx')),
            page('projects/:projectId/roadmap', () => import('./pages/project/roadmap.tsx')),
            page('projects/:projectId/code', () => import('./pages/project/code/files.tsx')),
            page('projects/:projectId/code/branches', () => import('./pages/project/code/branches.tsx')),
            page('projects/:projectId/code/repositories', () => import('./pages/project/code/repositories.tsx')),
            page('projects/:projectId/revisions', () => import('./pages/project/revisions.tsx')),
            page('projects/:projectId/environments', () => import('./pages/project/environments.tsx')),
            page('projects/:projectId/secrets', () => import('./pages/project/secrets/secrets.tsx')),
            page('projects/:projectId/agents', () => import('./pages/project/agents/agents.tsx')),
            page('projects/:projectId/metrics', () => import('./pages/project/metrics.tsx')),
            page('projects/:projectId/budget', () => import('./pages/project/budget.tsx')),
            page('projects/:projectId/settings', () => import('./pages/project/settings/settings.tsx')),
            page('deliverables', () => import('./pages/deliverables/deliverables.tsx')),
            page('projects/:projectId/deliverables', () => import('./pages/deliverables/project-deliverables.tsx')),
            page(
              'projects/:projectId/cycles/:cycleId/deliverable',
              () => import('./pages/deliverables/deliverable.tsx'),
            ),
            page('projects/:projectId/cycles', () => import('./pages/project/cycles.tsx')),
            page('projects/:projectId/cycles/new', () => import('./pages/project/new-cycle.tsx')),
            page('projects/:projectId/cycles/:cycleId', () => import('./pages/cycle/cycle.tsx')),
            page('projects/:projectId/cycles/:cycleId/tasks/:taskId/review', () => import('./pages/review/review.tsx')),
            page('settings/workspace', () => import('./pages/settings/workspace.tsx')),
            page('settings/members', () => import('./pages/settings/members.tsx')),
            page('settings/keys', () => import('./pages/settings/keys.tsx')),
            page('search', () => import('./pages/search/search.tsx')),
            page('clients', () => import('./pages/clients.tsx')),
            page('clients/:clientId', () => import('./pages/client.tsx')),
            page('settings/brand', () => import('./pages/settings/brand.tsx')),
            page('settings/you', () => import('./pages/settings/you.tsx')),
            page('settings/security', () => import('./pages/settings/security.tsx')),
            page('settings/data', () => import('./pages/settings/own-data.tsx')),
            page('invoices', () => import('./pages/invoices/invoices.tsx')),
            page('invoices/new', () => import('./pages/invoices/new-invoice.tsx')),
            page('invoices/billables', () => import('./pages/invoices/billables.tsx')),
            page('invoices/billables/new', () => import('./pages/invoices/new-billable.tsx')),
            page('invoices/identity', () => import('./pages/invoices/identity.tsx')),
            page('invoices/owed', () => import('./pages/invoices/aging.tsx')),
            page('invoices/revenue', () => import('./pages/invoices/revenue.tsx')),
            page('invoices/payments', () => import('./pages/invoices/payments.tsx')),
            page('invoices/:invoiceId', () => import('./pages/invoices/invoice.tsx')),
            { path: '*', element: <NotThere /> },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
)
