import { handle } from '../../../../platform/handler/index.ts'
import { revokeWorkspacePortalInvitation } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { findInvitation, revokeInvitation } from '../store-portals.ts'

export default handle(revokeWorkspacePortalInvitation, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const id = validIdOr(params.invitationId, absent)
  const revoked = await revokeInvitation(tx, id, now, caller.userId)
  const invitation = revoked ?? (await findInvitation(tx, id)) ?? absent()
  if (invitation.status === 'accepted') return fail.invitationAccepted()
  return ok(
    { message: `The invitation of ${invitation.email} is revoked.` },
    {
      resource: ['portal_invitation', id],
      metadata: { email: invitation.email },
      ...(!revoked && { repeated: true }),
    },
  )
})
