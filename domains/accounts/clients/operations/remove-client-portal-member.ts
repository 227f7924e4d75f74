import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { leaveIfWithoutAccess, lockClient, takeSeat } from '../store-seats.ts'
import { lockAccount } from '../store-accounts.ts'
import { removeClientPortalMember } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { endInvitations } from '../store-portals.ts'
import { findSeatHolder } from '../store-people.ts'

export default handle(removeClientPortalMember, async ({ tx, workspace, params, caller, now, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const account = (await lockAccount(tx, params.id)) ?? absent()
  await lockClient(tx, userId)
  const holder = (await findSeatHolder(tx, account.id, userId)) ?? absent()
  await takeSeat(tx, account.id, userId)
  const invitations = await endInvitations(tx, account.id, now, caller.userId, holder.emailNormal)
  const hasLeft = await leaveIfWithoutAccess(tx, userId)
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  return ok(
    { message: `${holder.name} has no seat in ${account.name} any more.` },
    {
      resource: ['seat', userId],
      parent: ['client_account', account.id],
      metadata: { userId, invitations: invitations.length, hasLeft },
    },
  )
})
