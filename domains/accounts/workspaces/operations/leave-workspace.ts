import { handle, refuse } from '../../../../platform/handler/index.ts'
import { leaveWorkspace } from '../contract/members.ts'
import { endMembership } from '../end-membership.ts'
import { isLastOwner } from '../rules/members.ts'
import { countOwners, findMember, lockMembers } from '../store-members.ts'

export default handle(leaveWorkspace, async ({ tx, caller: { userId }, fail, ok }) => {
  await lockMembers(tx)
  const { role } = (await findMember(tx, userId)) ?? refuse('forbidden')
  if (isLastOwner(role, await countOwners(tx))) return fail.lastOwner()
  await endMembership(tx, userId)
  return ok(
    { message: 'You have left the workspace. Your keys and sessions here have ended.' },
    { resource: ['member', userId], metadata: { role } },
  )
})
