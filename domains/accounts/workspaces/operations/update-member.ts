import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { updateMember } from '../contract/members.ts'
import { decideMemberChange } from '../member-change.ts'
import { presentMember } from '../present-member.ts'
import { setMemberRole } from '../store-members.ts'

export default handle(updateMember, async ({ tx, params, body: { role }, caller, workspace, fail, ok }) => {
  const { target, verdict } = await decideMemberChange(tx, caller, { userId: params.userId, after: role })
  if (verdict !== 'allowed') return fail[verdict]()
  const about = { resource: ['member', target.userId], metadata: { from: target.role, to: role } } as const
  if (target.role === role) return ok(presentMember(target), { ...about, repeated: true })
  await setMemberRole(tx, target, role)
  revoke(tx, { userIds: [target.userId], workspaceId: workspace })
  return ok(presentMember({ ...target, role }), about)
})
