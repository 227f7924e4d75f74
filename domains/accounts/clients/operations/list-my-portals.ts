import { handle } from '../../../../platform/handler/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { listMyPortals } from '../contract/portals.ts'
import { openPortal } from '../portals/open-portal.ts'
import { placesOf, presentPortal } from '../portals/portal.ts'
import { workspacesOfClient } from '../portals/store-places.ts'

export default (database: Database) =>
  handle(listMyPortals, async ({ tx, caller, ok }) => {
    const portals = []
    for (const workspaceId of await workspacesOfClient(tx, caller.userId)) {
      const portal = await database.reading(workspaceId, async (inside) => {
        const [identity, places] = await Promise.all([openPortal(inside), placesOf(inside, caller.userId)])
        return identity && places && presentPortal(workspaceId, identity, places)
      })
      if (portal) portals.push(portal)
    }
    return ok(portals.sort((one, other) => one.name.localeCompare(other.name)))
  })
