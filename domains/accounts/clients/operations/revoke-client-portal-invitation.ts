import { handle } from '../../../../platform/handler/index.ts'
import { revokeClientPortalInvitation } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { presentInvitation } from '../present-portal.ts'
import { findInvitation, revokeInvitation } from '../store-portals.ts'

export default handle(revokeClientPortalInvitation, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const before = (await findInvitation(tx, validIdOr(params.invitationId, absent))) ?? absent()
  if (before.clientAccountId !== params.id) return absent()
  const revoked = await revokeInvitation(tx, before.id, now, caller.userId)
  const invitation = revoked ?? (await findInvitation(tx, before.id)) ?? absent()
  if (invitation.status === 'accepted') return fail.invitationAccepted()
  return ok(presentInvitation(invitation), {
    resource: ['portal_invitation', invitation.id],
    parent: ['client_account', params.id],
    metadata: { email: invitation.email },
    ...(!revoked && { repeated: true }),
  })
})
