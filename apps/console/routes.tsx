import { createBrowserRouter } from 'react-router'
import { portalPaths } from './portal-paths.ts'
import { language } from './preferences.ts'
import { portalRoutes } from './portal/routes.tsx'
import { Broken } from './shell/error-page.tsx'
import { persistently } from './shell/late-code.ts'
import { readTextsOf } from './words/late-german.ts'

const root = 'root'
const basename = '/console'
const portal = `${basename}${portalPaths.choose}/`
const readAgencyRoutes = persistently(() => import('./agency-routes.tsx'))

/** Every page with its address; below /console. Clients do not read the routes of the agency. */
export const router = createBrowserRouter(
  [
    {
      id: root,
      errorElement: <Broken isWhole />,
      // Until the code of the first page is loaded.
      hydrateFallbackElement: <></>,
      children: portalRoutes,
    },
  ],
  {
    basename,
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (`${path}/`.startsWith(portal)) return
      // The router takes each route once.
      const [{ agencyRoutes }] = await Promise.all([readAgencyRoutes(), readTextsOf(language())])
      patch(root, agencyRoutes)
    },
  },
)
