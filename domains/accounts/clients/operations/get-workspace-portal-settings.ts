import { handle } from '../../../../platform/handler/index.ts'
import { getWorkspacePortalSettings } from '../contract/portals.ts'
import { findDefaults } from '../store-portals.ts'

export default handle(getWorkspacePortalSettings, async ({ tx, ok }) => ok(await findDefaults(tx)))
