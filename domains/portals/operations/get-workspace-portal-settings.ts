import { handle, refuse } from '../../../platform/contract/index.ts'
import { getWorkspacePortalSettings } from '../contract.ts'
import { findDefaults } from '../store.ts'

export default handle(getWorkspacePortalSettings, async ({ tx, caller, ok }) =>
  caller.projectIds ? refuse('forbidden') : ok(await findDefaults(tx)),
)
