import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listWorkspacePortalClients } from '../contract/portals.ts'
import { presentClient } from '../present-portal.ts'
import { findDefaults } from '../store-portals.ts'
import { portalClientPage } from '../store-people.ts'

export default handle(listWorkspacePortalClients, async ({ tx, query, next, ok }) => {
  const after = cursorOf(query.cursor)
  const [defaults, page] = await Promise.all([findDefaults(tx), portalClientPage(tx, after, query.limit ?? pageMost)])
  next(page.next)
  return ok(page.rows.map((row) => presentClient(row, defaults.canCreateProjects)))
})
