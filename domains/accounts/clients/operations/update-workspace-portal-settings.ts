import { handle } from '../../../../platform/handler/index.ts'
import { updateWorkspacePortalSettings } from '../contract/portals.ts'
import { setDefaults } from '../store-portals.ts'

export default handle(updateWorkspacePortalSettings, async ({ tx, workspace, caller, body, now, ok }) =>
  ok(await setDefaults(tx, body.canCreateProjects, now, caller.userId), {
    resource: ['portal_settings', workspace],
    metadata: body,
  }),
)
