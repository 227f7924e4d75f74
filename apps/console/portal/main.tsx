import { Suspense } from 'react'
import { createBrowserRouter, Outlet } from 'react-router'
import { elsewhere } from '../shell/elsewhere.ts'
import { BrokenPage } from '../shell/error-page.tsx'
import { startConsole } from '../start-console.tsx'
import { portalRoutes } from './routes.tsx'

startConsole(
  createBrowserRouter(
    [
      {
        element: (
          <Suspense>
            <Outlet />
          </Suspense>
        ),
        errorElement: <BrokenPage isWhole />,
        // Until the code of the first page is loaded.
        hydrateFallbackElement: <></>,
        children: portalRoutes,
      },
      elsewhere('*'),
    ],
    { basename: '/console' },
  ),
)
