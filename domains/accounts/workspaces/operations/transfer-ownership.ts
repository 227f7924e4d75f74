import { refuse, handle } from '../../../../platform/handler/index.ts'
import { revoke } from '../../../../platform/access/index.ts'
import { transferOwnership } from '../contract/members.ts'
import { presentMember } from '../present-member.ts'
import { findMember, lockMembers, setMemberRole } from '../store-members.ts'

export default handle(transferOwnership, async ({ tx, params, body, caller, workspace, fail, absent, ok }) => {
  await lockMembers(tx)
  const owner = (await findMember(tx, caller.userId)) ?? refuse('forbidden')
  if (owner.role !== 'owner') return fail.ownerOnly()
  const target = (await findMember(tx, params.userId)) ?? absent()
  const about = {
    resource: ['member', target.userId],
    metadata: { from: target.role, remainOwner: body.remainOwner },
  } as const
  const rises = target.role !== 'owner'
  const stepsDown = !body.remainOwner && target.userId !== owner.userId
  if (!rises && !stepsDown) return ok(presentMember(target), { ...about, repeated: true })
  if (rises) await setMemberRole(tx, target, 'owner')
  if (stepsDown) await setMemberRole(tx, owner, 'admin')
  revoke(tx, { userIds: [owner.userId, target.userId], workspaceId: workspace })
  return ok(presentMember({ ...target, role: 'owner' }), about)
})
