import { handle } from '../../../../platform/handler/index.ts'
import { withDeliveryStatus } from '../../../../platform/mail/index.ts'
import { holdAccount } from '../store-accounts.ts'
import { inviteClientPortalMember } from '../contract/portals.ts'
import { inviteeStatus, writeInvitation, type InviteParts } from '../invite.ts'
import { openPortal } from '../open-portal.ts'
import { presentInvitation } from '../present-portal.ts'
import { grantFaults } from '../rules.ts'
import { areShareable } from '../store-portals.ts'

export default (parts: InviteParts) =>
  handle(inviteClientPortalMember, async ({ commit, params, body, caller, absent, fail, invalid }) => {
    const { email, canCreateProjects = false, projectGrants = [] } = body
    let mailId = ''
    const done = await commit(async ({ tx, now, created }) => {
      const account = (await holdAccount(tx, params.id)) ?? fail.accountArchived()
      const faults = grantFaults(projectGrants)
      if (faults.length > 0) return invalid(faults)
      if (!(await areShareable(tx, projectGrants, account.id))) return absent()
      const brand = (await openPortal(tx)) ?? fail.portalClosed()
      const state = await inviteeStatus(tx, email, account.id)
      if (state !== 'free') return fail[state]()
      const invitee = { account, email, canCreateProjects, projectGrants, invitedBy: caller.userId, now }
      const { invitation, replaced, acceptUrl, ...queued } = await writeInvitation(tx, parts, brand, invitee)
      mailId = queued.mailId
      return created(
        { ...presentInvitation(invitation), acceptUrl, emailSent: false },
        {
          resource: ['portal_invitation', invitation.id],
          parent: ['client_account', account.id],
          metadata: { email, canCreateProjects, projectGrants, replaced },
        },
      )
    })
    return withDeliveryStatus(parts.mailer, mailId, done)
  })
