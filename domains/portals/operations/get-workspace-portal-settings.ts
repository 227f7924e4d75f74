import { handle } from '../../../platform/contract/index.ts'
import { getWorkspacePortalSettings } from '../contract.ts'
import { findDefaults } from '../store.ts'

export default handle(getWorkspacePortalSettings, async ({ tx, ok }) => ok(await findDefaults(tx)))
