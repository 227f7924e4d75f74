import { revoke } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/contract/index.ts'
import { dismissPortalClient, leaveIfUnplaced, lockPlaces, removeWorkspaceGrants } from '../../clients/index.ts'
import { removeWorkspacePortalClient } from '../contract.ts'
import { knownId } from '../known-id.ts'
import { findPortalPerson } from '../store-people.ts'

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
