import { handle } from '../../../../platform/handler/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { listMyPortals } from '../contract/portals.ts'
import { openPortal } from '../open-portal.ts'
import { clientAccessOf, presentPortal } from '../portal.ts'
import { workspacesOfClient } from '../store-clients.ts'

export default (database: Database) =>
  handle(listMyPortals, async ({ tx, caller, ok }) => {
    const portals = []
    for (const workspaceId of await workspacesOfClient(tx, caller.userId)) {
      const portal = await database.reading(workspaceId, async (inside) => {
        const [identity, access] = await Promise.all([openPortal(inside), clientAccessOf(inside, caller.userId)])
        return identity && access && presentPortal(workspaceId, identity, access)
      })
      if (portal) portals.push(portal)
    }
    return ok(portals.sort((one, other) => one.name.localeCompare(other.name)))
  })
