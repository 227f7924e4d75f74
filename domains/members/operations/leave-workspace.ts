import { handle, refuse } from '../../../platform/contract/index.ts'
import { leaveWorkspace } from '../contract.ts'
import { endPlace } from '../end-place.ts'
import { isLastOwner } from '../rules.ts'
import { countOwners, findMember, lockMembers } from '../store.ts'

export default handle(leaveWorkspace, async ({ tx, caller: { userId }, fail, ok }) => {
  await lockMembers(tx)
  const { role } = (await findMember(tx, userId)) ?? refuse('forbidden')
  if (isLastOwner(role, await countOwners(tx))) return fail.lastOwner()
  await endPlace(tx, userId)
  return ok(
    { message: 'You have left the workspace. Your keys and sessions here have ended.' },
    { resource: ['member', userId], metadata: { role } },
  )
})
