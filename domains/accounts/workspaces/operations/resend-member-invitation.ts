import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { withDeliveryStatus } from '../../../../platform/mail/index.ts'
import { resendMemberInvitation } from '../contract/members.ts'
import { presentInvitation } from '../present-member.ts'
import { expiryOf } from '../rules/members.ts'
import { nameOf, queueInvitation, type InvitationParts } from '../send-invitation.ts'
import { renewInvitation } from '../store-invitations.ts'

export default (sending: InvitationParts) =>
  handle(resendMemberInvitation, async ({ params, caller, workspace: id, commit, fail }) => {
    const [workspace, { token, tokenHash }] = [await nameOf(sending, id), newLinkToken()]
    let mailId = ''
    const reply = await commit(async ({ tx, now, ok }) => {
      const renewed = { tokenHash, sentAt: now, expiresAt: expiryOf(now) }
      const invitation = (await renewInvitation(tx, params.id, renewed)) ?? fail.invitationClosed()
      const queued = await queueInvitation(tx, sending, { invitation, invitedBy: caller.userId, token, workspace })
      mailId = queued.mailId
      const answer = { ...presentInvitation(invitation), acceptUrl: queued.acceptUrl, emailSent: false }
      return ok(answer, { resource: ['member_invitation', invitation.id], metadata: { role: invitation.role } })
    })
    return withDeliveryStatus(sending.mailer, mailId, reply)
  })
