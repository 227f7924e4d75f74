import { createBrowserRouter } from 'react-router'
import { portalPaths } from './portal-paths.ts'
import { language } from './preferences.ts'
import { elsewhere } from './shell/elsewhere.ts'
import { BrokenPage } from './shell/error-page.tsx'
import { persistently } from './shell/late-code.ts'
import { readTextsOf } from './words/late-german.ts'
import { waysIn } from './ways-in.ts'

const root = 'root'
const readAgencyRoutes = persistently(() => import('./agency-routes.tsx'))

/** Every page of the agency with its address, below /console. */
export const router = createBrowserRouter(
  [
    {
      id: root,
      errorElement: <BrokenPage isWhole />,
      // Until the code of the first page is loaded.
      hydrateFallbackElement: <></>,
      children: [elsewhere(`${portalPaths.choose}/*`), ...waysIn.map((way) => elsewhere(`/${way}`))],
    },
  ],
  {
    basename: '/console',
    patchRoutesOnNavigation: async ({ patch }) => {
      // The router takes each route once.
      const [{ agencyRoutes }] = await Promise.all([readAgencyRoutes(), readTextsOf(language())])
      patch(root, agencyRoutes)
    },
  },
)
