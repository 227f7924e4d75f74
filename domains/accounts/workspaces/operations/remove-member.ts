import { handle } from '../../../../platform/handler/index.ts'
import { removeMember } from '../contract/members.ts'
import { endPlace } from '../members/end-place.ts'
import { decidePlace } from '../members/place.ts'

export default handle(removeMember, async ({ tx, params, caller, fail, ok }) => {
  const { target, standing } = await decidePlace(tx, caller, { userId: params.userId, after: undefined })
  if (standing !== 'allowed') return fail[standing]()
  await endPlace(tx, target.userId)
  return ok(
    { message: `${target.name} is no longer a member. Their keys and sessions here have ended.` },
    { resource: ['member', target.userId], metadata: { role: target.role } },
  )
})
