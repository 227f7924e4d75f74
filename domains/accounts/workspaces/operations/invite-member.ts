import { v7 as uuidv7 } from 'uuid'
import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { isMailAddress, normalEmail } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { withDeliveryStatus } from '../../../../platform/mail/index.ts'
import { inviteMember } from '../contract/members.ts'
import { presentInvitation } from '../present-member.ts'
import { expiryOf, invitationsMost } from '../rules/members.ts'
import { nameOf, queueInvitation, type InvitationParts } from '../send-invitation.ts'
import { lockMembers } from '../store-members.ts'
import { countInvitations, insertInvitation, isMember, expireInvitation } from '../store-invitations.ts'

export default (sending: InvitationParts) =>
  handle(inviteMember, async ({ body, caller, workspace: id, commit, fail, invalid }) => {
    const email = body.email.trim()
    const emailNormal = normalEmail(body.email)
    const role = body.role ?? 'member'
    if (!isMailAddress(email)) return invalid([noAddress])
    const [workspace, { token, tokenHash }] = [await nameOf(sending, id), newLinkToken()]
    let mailId = ''
    const reply = await commit(async ({ tx, now, created }) => {
      await lockMembers(tx)
      if (await isMember(tx, emailNormal)) return fail.alreadyMember()
      await expireInvitation(tx, emailNormal, now)
      const times = { sentAt: now, expiresAt: expiryOf(now) }
      const added = { id: uuidv7(), email, emailNormal, role, tokenHash, createdBy: caller.userId, ...times }
      const invitation = (await insertInvitation(tx, added)) ?? fail.alreadyInvited()
      if ((await countInvitations(tx)) > invitationsMost) return fail.tooManyInvitations()
      const queued = await queueInvitation(tx, sending, { invitation, invitedBy: caller.userId, token, workspace })
      mailId = queued.mailId
      const answer = { ...presentInvitation(invitation), acceptUrl: queued.acceptUrl, emailSent: false }
      return created(answer, { resource: ['member_invitation', invitation.id], metadata: { role } })
    })
    return withDeliveryStatus(sending.mailer, mailId, reply)
  })

const noAddress = { path: 'email', message: 'is not an address that mail can be sent to', rule: 'email' }
