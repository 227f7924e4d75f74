import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { removeMailTo } from '../../../../platform/mail/index.ts'
import { lockMembersOf, soleOwnerships, workspacesOf } from '../../workspaces/index.ts'
import { erasePerson } from '../contract/own-data.ts'
import { formerNamesOf } from '../store-former-names.ts'
import { isFreshSession, removeWaysIn, requestErasure } from '../store-erasure.ts'

// Nothing of the person opens a door once this commits; what workspaces hold is erased by jobs/erase-people.ts.
export default handle(erasePerson, async ({ tx, caller: { userId, credentialId }, fail, accepted }) => {
  if (!(await isFreshSession(tx, credentialId, userId))) return fail.notFresh()
  await lockMembersOf(tx, await workspacesOf(tx, userId))
  const workspaceIds = await soleOwnerships(tx, userId)
  if (workspaceIds.length > 0) return fail.lastOwner({ workspaceIds })
  const { email, requestedAt } = await requestErasure(tx, userId)
  await removeWaysIn(tx, userId, email!)
  const former = await formerNamesOf(tx, userId)
  for (const address of [email!, ...former.map((each) => each.email)]) if (address) await removeMailTo(tx, address)
  revoke(tx, { userIds: [userId] })
  return accepted({ userId, requestedAt })
})
