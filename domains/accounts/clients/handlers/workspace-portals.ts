import { revoke } from '../../../../platform/access/index.ts'
import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { withDeliveryStatus } from '../../../../platform/mail/index.ts'
import { grantPage, removeOwnGrants, removeGrant } from '../../../code/projects/index.ts'
import * as portalsContract from '../contract/portals.ts'
import { inviteToPortal, type InviteParts } from '../invite.ts'
import {
  presentWorkspaceInvitation,
  presentClient,
  presentAccess,
  grantAuditSubject,
  setAccess,
  validIdOr,
} from '../present-portal.ts'
import { portalClientPage, findPortalPerson } from '../store-people.ts'
import * as portalStore from '../store-portals.ts'
import * as seatStore from '../store-seats.ts'

const getWorkspacePortalSettings = handle(portalsContract.getWorkspacePortalSettings, async ({ tx, ok }) =>
  ok(await portalStore.findDefaults(tx)),
)

const inviteWorkspacePortalClient = (parts: InviteParts) =>
  handle(portalsContract.inviteWorkspacePortalClient, async (context) => {
    const { commit, body, caller } = context
    const { email, canCreateProjects = null, projectGrants = [] } = body
    let mailId = ''
    const done = await commit(async ({ tx, now, created }) => {
      const invitee = { email, canCreateProjects, projectGrants, invitedBy: caller.userId, now }
      const { invitation, replaced, acceptUrl, ...queued } = await inviteToPortal(tx, parts, context, invitee)
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

const listWorkspacePortalClients = handle(
  portalsContract.listWorkspacePortalClients,
  async ({ tx, query, next, ok }) => {
    const defaults = await portalStore.findDefaults(tx)
    const page = await portalClientPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map((row) => presentClient(row, defaults.canCreateProjects)))
  },
)

const listWorkspacePortalInvitations = handle(
  portalsContract.listWorkspacePortalInvitations,
  async ({ tx, query, next, ok }) => {
    const page = await portalStore.agencyInvitationPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map(presentWorkspaceInvitation))
  },
)

const listWorkspacePortalProjectAccess = handle(
  portalsContract.listWorkspacePortalProjectAccess,
  async ({ tx, params, query, next, absent, ok }) => {
    const source = { userId: validIdOr(params.userId, absent), accountId: null }
    const page = await grantPage(tx, source, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map(presentAccess))
  },
)

const removeWorkspacePortalClient = handle(
  portalsContract.removeWorkspacePortalClient,
  async ({ tx, workspace, params, caller, now, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const person = (await findPortalPerson(tx, { userId })) ?? absent()
    // Invitations before their person, as accepting one takes them.
    const { emailNormal } = person
    const invitations = await portalStore.endInvitationsTo(tx, { emailNormal, now, userId: caller.userId })
    await seatStore.lockClient(tx, { userId })
    if (!(await findPortalPerson(tx, { userId }))) return absent()
    const seats = await seatStore.deleteSeatsOfPerson(tx, userId)
    await removeOwnGrants(tx, userId)
    await seatStore.dismissPortalClient(tx, { userId })
    const hasLeft = await seatStore.leaveIfWithoutAccess(tx, userId)
    revoke(tx, { userIds: [userId], workspaceId: workspace })
    return ok(
      { message: `${person.name} is not a client of this workspace any more.` },
      {
        resource: ['portal_client', userId],
        metadata: { userId, seats, invitations: invitations.length, hasLeft },
      },
    )
  },
)

const removeWorkspacePortalProjectAccess = handle(
  portalsContract.removeWorkspacePortalProjectAccess,
  async ({ tx, workspace, params, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const projectId = validIdOr(params.projectId, absent)
    const source = { userId, accountId: null }
    if (!(await removeGrant(tx, source, projectId))) return absent()
    revoke(tx, { userIds: [userId], workspaceId: workspace })
    return ok({ message: 'The project is not shared with this client any more.' }, grantAuditSubject(projectId, source))
  },
)

const revokeWorkspacePortalInvitation = handle(
  portalsContract.revokeWorkspacePortalInvitation,
  async ({ tx, params, caller, now, fail, absent, ok }) => {
    const id = validIdOr(params.invitationId, absent)
    const revoked = await portalStore.revokeInvitation(tx, { id, now, userId: caller.userId })
    const invitation = revoked ?? (await portalStore.findInvitation(tx, { id })) ?? absent()
    if (invitation.status === 'accepted') return fail.invitationAccepted()
    return ok(
      { message: `The invitation of ${invitation.email} is revoked.` },
      {
        resource: ['portal_invitation', id],
        metadata: { email: invitation.email },
        ...(!revoked && { repeated: true }),
      },
    )
  },
)

const setWorkspacePortalProjectAccess = handle(
  portalsContract.setWorkspacePortalProjectAccess,
  async ({ tx, params, body, now, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const projectId = validIdOr(params.projectId, absent)
    await seatStore.lockClient(tx, { userId })
    const person = (await findPortalPerson(tx, { userId })) ?? absent()
    // Sharing on the agency's behalf makes a client with only a seat a client of the agency.
    if (!person.isPortalClient) await seatStore.putPortalClient(tx, { userId, canCreateProjects: null, createdAt: now })
    const source = { userId, accountId: null }
    return ok(...((await setAccess(tx, source, projectId, body.canSteer, now)) ?? absent()))
  },
)

const updateWorkspacePortalClient = handle(
  portalsContract.updateWorkspacePortalClient,
  async ({ tx, params, body, now, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const { canCreateProjects } = body
    await seatStore.lockClient(tx, { userId })
    if (!(await findPortalPerson(tx, { userId }))) return absent()
    await setOverride(tx, userId, canCreateProjects, now)
    const [person, byDefault] = await Promise.all([findPortalPerson(tx, { userId }), portalStore.findDefaults(tx)])
    return ok(presentClient(person ?? absent(), byDefault.canCreateProjects), {
      resource: ['portal_client', userId],
      metadata: { userId, canCreateProjects },
    })
  },
)

/** Only the agency may have an override: a client with nothing but a seat becomes a client of the agency. */
const setOverride = (tx: Transaction, userId: string, canCreateProjects: boolean | null, createdAt: Date) =>
  canCreateProjects === null
    ? seatStore.overridePermission(tx, { userId, canCreateProjects: null })
    : seatStore.putPortalClient(tx, { userId, canCreateProjects, createdAt })

const updateWorkspacePortalSettings = handle(
  portalsContract.updateWorkspacePortalSettings,
  async ({ tx, workspace, caller, body, now, ok }) =>
    ok(await portalStore.setDefaults(tx, { canCreateProjects: body.canCreateProjects, now, userId: caller.userId }), {
      resource: ['portal_settings', workspace],
      metadata: body,
    }),
)

export default (parts: InviteParts) => ({
  getWorkspacePortalSettings,
  inviteWorkspacePortalClient: inviteWorkspacePortalClient(parts),
  listWorkspacePortalClients,
  listWorkspacePortalInvitations,
  listWorkspacePortalProjectAccess,
  removeWorkspacePortalClient,
  removeWorkspacePortalProjectAccess,
  revokeWorkspacePortalInvitation,
  setWorkspacePortalProjectAccess,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
})
