import { handle } from '../../../../platform/handler/index.ts'
import { overridePermission } from '../accounts/store-places.ts'
import { updateWorkspacePortalClient } from '../contract/portals.ts'
import { knownId } from '../portals/known-id.ts'
import { presentClient } from '../portals/present.ts'
import { findDefaults } from '../portals/store.ts'
import { findPortalPerson } from '../portals/store-people.ts'

export default handle(updateWorkspacePortalClient, async ({ tx, params, body, absent, ok }) => {
  const userId = knownId(params.userId, absent)
  if (!(await overridePermission(tx, userId, body.canCreateProjects))) return absent()
  const person = (await findPortalPerson(tx, userId)) ?? absent()
  const { canCreateProjects } = await findDefaults(tx)
  return ok(presentClient(person, canCreateProjects), {
    resource: ['portal_client', userId],
    metadata: { userId, canCreateProjects: body.canCreateProjects },
  })
})
