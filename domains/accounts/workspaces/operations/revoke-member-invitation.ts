import { handle } from '../../../../platform/handler/index.ts'
import { revokeMemberInvitation } from '../contract/members.ts'
import { presentInvitation } from '../present-member.ts'
import { findInvitation, revokeInvitation } from '../store-invitations.ts'

export default handle(revokeMemberInvitation, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const resource = ['member_invitation', params.id] as const
  const revoked = await revokeInvitation(tx, params.id, now, caller.userId)
  if (revoked) return ok(presentInvitation(revoked), { resource, metadata: { role: revoked.role } })
  const found = (await findInvitation(tx, params.id)) ?? absent()
  if (found.status !== 'revoked') return fail.invitationClosed()
  return ok(presentInvitation(found), { resource, repeated: true })
})
