import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { dismissPortalClient, leaveIfWithoutAccess, lockClient, takeSeats } from '../store-seats.ts'
import { removeOwnGrants } from '../../../code/projects/index.ts'
import { removeWorkspacePortalClient } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { endInvitationsTo } from '../store-portals.ts'
import { findPortalPerson } from '../store-people.ts'

export default handle(removeWorkspacePortalClient, async ({ tx, workspace, params, caller, now, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const person = (await findPortalPerson(tx, userId)) ?? absent()
  // Invitations before their person, as accepting one takes them.
  const invitations = await endInvitationsTo(tx, person.emailNormal, now, caller.userId)
  await lockClient(tx, userId)
  if (!(await findPortalPerson(tx, userId))) return absent()
  const seats = await takeSeats(tx, userId)
  await removeOwnGrants(tx, userId)
  await dismissPortalClient(tx, userId)
  const hasLeft = await leaveIfWithoutAccess(tx, userId)
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  return ok(
    { message: `${person.name} is not a client of this workspace any more.` },
    {
      resource: ['portal_client', userId],
      metadata: { userId, seats, invitations: invitations.length, hasLeft },
    },
  )
})
