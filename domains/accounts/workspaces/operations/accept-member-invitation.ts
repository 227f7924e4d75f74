import { linkTokenHash } from '../../../../platform/crypto/index.ts'
import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { acceptMemberInvitation } from '../contract/members.ts'
import { presentMember } from '../present-member.ts'
import { acceptanceOf } from '../rules/members.ts'
import { findMember, joinAs, lockMembers } from '../store-members.ts'
import { acceptInvitation, lockInvitation } from '../store-invitations.ts'

export default handle(acceptMemberInvitation, async ({ tx, params, caller, workspace, now, fail, absent, ok }) => {
  const { userId, person = absent() } = caller
  await lockMembers(tx)
  const invitation = (await lockInvitation(tx, linkTokenHash(params.token) ?? absent())) ?? absent()
  const acceptance = acceptanceOf({ invited: invitation, person })
  if (acceptance === 'absent') return absent()
  if (acceptance !== 'open') return fail[acceptance]()
  if (!(await joinAs(tx, userId, invitation.role))) return fail.alreadyMember()
  await acceptInvitation(tx, invitation.id, now, userId)
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  const member = (await findMember(tx, userId)) ?? absent()
  return ok(
    { workspaceId: workspace, member: presentMember(member) },
    {
      resource: ['member', userId],
      parent: ['member_invitation', invitation.id],
      metadata: { role: invitation.role, invitedBy: invitation.createdBy },
    },
  )
})
