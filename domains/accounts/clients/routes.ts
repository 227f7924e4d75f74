import accountHandlers from './handlers/accounts.ts'
import portalHandlers, { type PortalParts } from './handlers/portals.ts'
import workspacePortalHandlers from './handlers/workspace-portals.ts'

export default (parts: PortalParts) => ({
  ...accountHandlers,
  ...portalHandlers(parts),
  ...workspacePortalHandlers(parts),
})
