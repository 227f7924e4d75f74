import { handle } from '../../../../platform/handler/index.ts'
import { removeMember } from '../contract/members.ts'
import { endMembership } from '../end-membership.ts'
import { decideMemberChange } from '../member-change.ts'

export default handle(removeMember, async ({ tx, params, caller, fail, ok }) => {
  const { target, verdict } = await decideMemberChange(tx, caller, { userId: params.userId, after: undefined })
  if (verdict !== 'allowed') return fail[verdict]()
  await endMembership(tx, target.userId)
  return ok(
    { message: `${target.name} is no longer a member. Their keys and sessions here have ended.` },
    { resource: ['member', target.userId], metadata: { role: target.role } },
  )
})
