import { handle } from '../../../../platform/handler/index.ts'
import { withDeliveryStatus } from '../../../../platform/mail/index.ts'
import { inviteWorkspacePortalClient } from '../contract/portals.ts'
import { inviteeStatus, writeInvitation, type InviteParts } from '../invite.ts'
import { openPortal } from '../open-portal.ts'
import { presentWorkspaceInvitation } from '../present-portal.ts'
import { grantFaults } from '../rules.ts'
import { areShareable } from '../store-portals.ts'

export default (parts: InviteParts) =>
  handle(inviteWorkspacePortalClient, async ({ commit, body, caller, absent, fail, invalid }) => {
    const { email, canCreateProjects = null, projectGrants = [] } = body
    let mailId = ''
    const done = await commit(async ({ tx, now, created }) => {
      const faults = grantFaults(projectGrants)
      if (faults.length > 0) return invalid(faults)
      if (!(await areShareable(tx, projectGrants, null))) return absent()
      const brand = (await openPortal(tx)) ?? fail.portalClosed()
      const state = await inviteeStatus(tx, email, null)
      if (state !== 'free') return fail[state]()
      const invitee = { email, canCreateProjects, projectGrants, invitedBy: caller.userId, now }
      const { invitation, replaced, acceptUrl, ...queued } = await writeInvitation(tx, parts, brand, invitee)
      mailId = queued.mailId
      return created(
        { ...presentWorkspaceInvitation(invitation), acceptUrl, emailSent: false },
        {
          resource: ['portal_invitation', invitation.id],
          metadata: { email, canCreateProjects, projectGrants, replaced },
        },
      )
    })
    return withDeliveryStatus(parts.mailer, mailId, done)
  })
