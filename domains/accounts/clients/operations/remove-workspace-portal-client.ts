import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { dismissPortalClient, leaveIfUnplaced, lockPlaces } from '../accounts/store-places.ts'
import { removeWorkspaceGrants } from '../accounts/store-grants.ts'
import { removeWorkspacePortalClient } from '../contract/portals.ts'
import { knownId } from '../portals/known-id.ts'
import { findPortalPerson } from '../portals/store-people.ts'

export default handle(removeWorkspacePortalClient, async ({ tx, workspace, params, absent, ok }) => {
  const userId = knownId(params.userId, absent)
  await lockPlaces(tx, userId)
  const person = (await findPortalPerson(tx, userId)) ?? absent()
  await removeWorkspaceGrants(tx, userId)
  await dismissPortalClient(tx, userId)
  const hasLeft = await leaveIfUnplaced(tx, userId)
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  return ok(
    { message: `${person.name} is not a client of this portal any more.` },
    { resource: ['portal_client', userId], metadata: { userId, hasLeft } },
  )
})
