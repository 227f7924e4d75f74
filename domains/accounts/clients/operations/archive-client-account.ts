import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { archiveClientAccount } from '../contract/accounts.ts'
import { presentAccount } from '../present-account.ts'
import { archiveAccount, lockAccount } from '../store-accounts.ts'
import { endInvitations } from '../store-portals.ts'
import { leaveIfWithoutAccess, lockClient, seatHolders, takeSeat } from '../store-seats.ts'

export default handle(archiveClientAccount, async ({ tx, workspace, params, caller, now, fail, absent, ok }) => {
  const { id } = (await lockAccount(tx, params.id)) ?? absent()
  const archived = (await archiveAccount(tx, id, now, caller.userId)) ?? fail.accountArchived()
  await endInvitations(tx, id, now, caller.userId)
  const userIds = await seatHolders(tx, id)
  for (const userId of userIds) await endSeat(tx, id, userId)
  if (userIds.length > 0) revoke(tx, { userIds, workspaceId: workspace })
  return ok(presentAccount(archived), {
    resource: ['client_account', id],
    metadata: { name: archived.name, seats: userIds.length },
  })
})

const endSeat = async (tx: Transaction, accountId: string, userId: string) => {
  await lockClient(tx, userId)
  await takeSeat(tx, accountId, userId)
  await leaveIfWithoutAccess(tx, userId)
}
