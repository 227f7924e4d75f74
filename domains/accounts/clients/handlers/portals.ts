import { v7 as uuidv7 } from 'uuid'
import { revoke } from '../../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../../platform/contract/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { withDeliveryStatus } from '../../../../platform/mail/index.ts'
import { createProject, joinAccount, shareWith, grantPage, removeGrant } from '../../../code/projects/index.ts'
import { nameFor } from '../../../code/projects/rules.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import type { PublishedIdentity } from '../../brand/index.ts'
import { enterWorkspace, admitByLetter, limitNetwork, type SignInParts } from '../../people/index.ts'
import { joinAsClient, roleOf } from '../../workspaces/index.ts'
import * as portalsContract from '../contract/portals.ts'
import type { Portal, PortalIdentity } from '../contract/portals.ts'
import { inviteToPortal, type InviteParts } from '../invite.ts'
import {
  openPortal,
  setAccess,
  grantAuditSubject,
  presentInvitation,
  presentMember,
  presentAccess,
  validIdOr,
} from '../present-portal.ts'
import { acceptRefusals, proposalOf, mayPropose } from '../rules.ts'
import { shareLockAccount, lockAccount } from '../store-accounts.ts'
import { claimLetterProof } from '../store-letter-proof.ts'
import { seatHolderPage, findSeatHolder, workspacesOfClient } from '../store-people.ts'
import * as portalStore from '../store-portals.ts'
import * as seatStore from '../store-seats.ts'
import type { InvitationRow } from '../tables.ts'

export interface PortalParts extends InviteParts {
  readonly database: Database
  readonly everyDomain: EveryDomain
  readonly signIn: SignInParts
}

const acceptPortalInvitation = handle(
  portalsContract.acceptPortalInvitation,
  async ({ tx, workspace, params, caller, now, fail, absent, ok }) => {
    const { userId, person } = caller
    if (!person?.isVerified) return fail.emailNotVerified()
    const offered = (await portalStore.invitationOfToken(tx, params.token)) ?? absent()
    if (offered.emailNormal !== person.emailNormal) return absent()
    // Archiving locks the account and then revokes its invitations. This order avoids a deadlock, and the invitation is
    // read after a concurrent archiving has revoked it.
    if (offered.clientAccountId) await shareLockAccount(tx, { id: offered.clientAccountId })
    const invitation = (await portalStore.lockInvitation(tx, { id: offered.id })) ?? absent()
    if (invitation.status !== 'pending') return fail[acceptRefusals[invitation.status]]()
    const identity = (await openPortal(tx)) ?? fail.portalClosed()
    await portalStore.acceptInvitation(tx, { id: invitation.id, now, userId })
    const shared = await joinPortal(tx, invitation, userId, now)
    revoke(tx, { userIds: [userId], workspaceId: workspace })
    const access = (await findClientAccess(tx, userId)) ?? absent()
    return ok(
      { portal: presentPortal(workspace, identity, access), identity: presentIdentity(identity) },
      {
        resource: ['portal_invitation', invitation.id],
        ...(invitation.clientAccountId && { parent: ['client_account', invitation.clientAccountId] }),
        metadata: { userId, shared },
      },
    )
  },
)

/**
 * Inserts the membership, the seat (or without an account the access to the portal) and the shared projects; skips
 * projects that were deleted or moved.
 */
const joinPortal = async (tx: Transaction, invitation: InvitationRow, userId: string, now: Date) => {
  const { clientAccountId, canCreateProjects, projectGrants } = invitation
  await seatStore.lockClient(tx, { userId })
  await joinAsClient(tx, { userId, now })
  const client = { userId, canCreateProjects, createdAt: now }
  if (clientAccountId)
    await seatStore.putSeat(tx, { ...client, clientAccountId, canCreateProjects: canCreateProjects === true })
  else await seatStore.putPortalClient(tx, client)
  const shared: string[] = []
  for (const { projectId, canSteer } of projectGrants)
    if (await setAccess(tx, { userId, accountId: clientAccountId }, projectId, canSteer, now)) shared.push(projectId)
  return shared
}

const createPortalProject = (everyDomain: Pick<EveryDomain, 'beginProject'>) =>
  handle(portalsContract.createPortalProject, async ({ tx, caller, body, now, fail, absent, invalid, created }) => {
    const { userId, role } = caller
    if (role !== 'client') return fail.notGranted()
    await seatStore.lockClient(tx, { userId })
    const access = (await findClientAccess(tx, userId)) ?? fail.notGranted()
    const proposal = proposalOf({ ...access, named: body.clientAccountId })
    if (proposal === 'absent') return absent()
    if (proposal === 'notGranted') return fail.notGranted()
    if (proposal === 'ambiguous') return invalid([ambiguousAccount])
    const accountId = proposal === 'agency' ? null : proposal.clientAccountId
    const { brief, name = nameFor(brief) } = body
    const project = await createProject(tx, { id: uuidv7(), name, brief, createdAt: now, createdBy: userId })
    await everyDomain.beginProject(tx, project)
    if (accountId) await joinAccount(tx, project.id, accountId)
    await shareWith(tx, { userId, accountId }, project.id, 'steer', now)
    return created(
      { id: project.id, name: project.name, brief, clientAccountId: accountId, canSteer: true, createdAt: now },
      {
        resource: ['project', project.id],
        metadata: { name: project.name, projectId: project.id, ...(accountId && { clientAccountId: accountId }) },
      },
    )
  })

const ambiguousAccount = {
  path: 'clientAccountId',
  message: 'is needed: you may create projects in several',
  rule: 'required',
}

const enterPortal = (database: Database) =>
  handle(portalsContract.enterPortal, async ({ commit, workspace, caller, fail, absent }) => {
    const done = await commit(async ({ tx, ok }) => {
      const identity = (await openPortal(tx)) ?? absent()
      if (!caller.person?.isVerified) return fail.emailNotVerified()
      const access = (await findClientAccess(tx, caller.userId)) ?? fail.noPlace()
      return ok(
        { portal: presentPortal(workspace, identity, access), identity: presentIdentity(identity) },
        { resource: ['workspace', workspace], metadata: { userId: caller.userId } },
      )
    })
    // A session belongs to another database role and cannot change in the same transaction. After a crash in between it
    // still names the old workspace; entering again updates it.
    await enterWorkspace(database, caller, workspace)
    return done
  })

const getPortalIdentity = handle(portalsContract.getPortalIdentity, async ({ tx, absent, ok }) =>
  ok(presentIdentity((await openPortal(tx)) ?? absent())),
)

const inviteClientPortalMember = (parts: InviteParts) =>
  handle(portalsContract.inviteClientPortalMember, async (context) => {
    const { commit, params, body, caller, fail } = context
    const { email, canCreateProjects = false, projectGrants = [] } = body
    let mailId = ''
    const done = await commit(async ({ tx, now, created }) => {
      const account = (await shareLockAccount(tx, { id: params.id })) ?? fail.accountArchived()
      const invitee = { account, email, canCreateProjects, projectGrants, invitedBy: caller.userId, now }
      const { invitation, replaced, acceptUrl, ...queued } = await inviteToPortal(tx, parts, context, invitee)
      mailId = queued.mailId
      return created(
        { ...presentInvitation(invitation), acceptUrl, emailSent: false },
        {
          resource: ['portal_invitation', invitation.id],
          parent: ['client_account', account.id],
          metadata: { email, canCreateProjects, projectGrants, replaced },
          payload: { clientAccountId: account.id },
        },
      )
    })
    return withDeliveryStatus(parts.mailer, mailId, done)
  })

const listClientPortalInvitations = handle(
  portalsContract.listClientPortalInvitations,
  async ({ tx, params, query, next, ok }) => {
    const page = await portalStore.accountInvitationPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map(presentInvitation))
  },
)

const listClientPortalMembers = handle(
  portalsContract.listClientPortalMembers,
  async ({ tx, params, query, next, ok }) => {
    const page = await seatHolderPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map(presentMember))
  },
)

const listClientPortalProjectAccess = handle(
  portalsContract.listClientPortalProjectAccess,
  async ({ tx, params, query, next, absent, ok }) => {
    const seat = { accountId: params.id, userId: validIdOr(params.userId, absent) }
    const { clientAccountId: accountId, userId } = (await seatStore.findSeat(tx, seat)) ?? absent()
    const page = await grantPage(tx, { userId, accountId }, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map(presentAccess))
  },
)

const listMyPortals = (database: Database) =>
  handle(portalsContract.listMyPortals, async ({ tx, caller, ok }) => {
    const portals = []
    for (const workspaceId of await workspacesOfClient(tx, caller.userId)) {
      const portal = await database.reading(workspaceId, async (inside) => {
        const [identity, access] = await Promise.all([openPortal(inside), findClientAccess(inside, caller.userId)])
        return identity && access && presentPortal(workspaceId, identity, access)
      })
      if (portal) portals.push(portal)
    }
    return ok(portals.sort((one, other) => one.name.localeCompare(other.name)))
  })

const listPortalAccounts = handle(portalsContract.listPortalAccounts, async ({ tx, caller, fail, absent, ok }) => {
  if (!(await openPortal(tx))) return absent()
  if (!caller.person?.isVerified) return fail.emailNotVerified()
  return ok(presentAccounts((await findClientAccess(tx, caller.userId)) ?? fail.noPlace()))
})

const removeClientPortalMember = handle(
  portalsContract.removeClientPortalMember,
  async ({ tx, workspace, params, caller, now, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const account = (await lockAccount(tx, { id: params.id })) ?? absent()
    await seatStore.lockClient(tx, { userId })
    const holder = (await findSeatHolder(tx, { accountId: account.id, userId })) ?? absent()
    await seatStore.deleteSeat(tx, { accountId: account.id, userId })
    const ended = { accountId: account.id, now, userId: caller.userId, emailNormal: holder.emailNormal }
    const invitations = await portalStore.endInvitations(tx, ended)
    const hasLeft = await seatStore.leaveIfWithoutAccess(tx, userId)
    revoke(tx, { userIds: [userId], workspaceId: workspace })
    return ok(
      { message: `${holder.name} has no seat in ${account.name} any more.` },
      {
        resource: ['seat', userId],
        parent: ['client_account', account.id],
        metadata: { userId, invitations: invitations.length, hasLeft },
      },
    )
  },
)

const removeClientPortalProjectAccess = handle(
  portalsContract.removeClientPortalProjectAccess,
  async ({ tx, workspace, params, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const projectId = validIdOr(params.projectId, absent)
    const source = { userId, accountId: params.id }
    if (!(await removeGrant(tx, source, projectId))) return absent()
    revoke(tx, { userIds: [userId], workspaceId: workspace })
    return ok({ message: 'This seat does not reach the project any more.' }, grantAuditSubject(projectId, source))
  },
)

const revokeClientPortalInvitation = handle(
  portalsContract.revokeClientPortalInvitation,
  async ({ tx, params, caller, now, fail, absent, ok }) => {
    const before = (await portalStore.findInvitation(tx, { id: validIdOr(params.invitationId, absent) })) ?? absent()
    if (before.clientAccountId !== params.id) return absent()
    const revoked = await portalStore.revokeInvitation(tx, { id: before.id, now, userId: caller.userId })
    const invitation = revoked ?? (await portalStore.findInvitation(tx, { id: before.id })) ?? absent()
    if (invitation.status === 'accepted') return fail.invitationAccepted()
    return ok(presentInvitation(invitation), {
      resource: ['portal_invitation', invitation.id],
      parent: ['client_account', params.id],
      metadata: { email: invitation.email },
      ...(!revoked && { repeated: true }),
    })
  },
)

const setClientPortalProjectAccess = handle(
  portalsContract.setClientPortalProjectAccess,
  async ({ tx, params, body, now, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const projectId = validIdOr(params.projectId, absent)
    await seatStore.lockClient(tx, { userId })
    const seat = (await seatStore.findSeat(tx, { accountId: params.id, userId })) ?? absent()
    const source = { userId, accountId: seat.clientAccountId }
    return ok(...((await setAccess(tx, source, projectId, body.canSteer, now)) ?? absent()))
  },
)

const signUpByPortalInvitation = (parts: SignInParts) =>
  handle(portalsContract.signUpByPortalInvitation, async (context) => {
    const { body, browser, fail, ok } = context
    if (!parts.canSignIn) return fail.unavailable()
    const network = await limitNetwork(parts, browser.ip)
    const { token, letterToken, name } = body
    const admitted = await admitByLetter(parts, context, name, (tx) => claimLetterProof(tx, token, letterToken))
    if (admitted === 'unproved') return fail.invalidToken()
    await parts.networks.succeeded(network)
    if (admitted === 'known') return fail.hasAccount()
    return ok({ user: admitted })
  })

const updateClientPortalPermissions = handle(
  portalsContract.updateClientPortalPermissions,
  async ({ tx, params, body, absent, ok }) => {
    const userId = validIdOr(params.userId, absent)
    const change = { accountId: params.id, userId, canCreateProjects: body.canCreateProjects }
    const { canCreateProjects } = (await seatStore.updateSeatPermission(tx, change)) ?? absent()
    const holder = (await findSeatHolder(tx, { accountId: params.id, userId })) ?? absent()
    return ok(presentMember(holder), {
      resource: ['seat', userId],
      parent: ['client_account', params.id],
      metadata: { userId, canCreateProjects },
    })
  },
)

/** Returns a person's access as a client in the transaction's workspace; undefined if the person is no client there. */
const findClientAccess = async (tx: Transaction, userId: string) => {
  const [role, seats, portalClient, defaults] = await Promise.all([
    roleOf(tx, userId),
    seatStore.seatsOf(tx, { userId }),
    seatStore.findPortalClient(tx, { userId }),
    portalStore.findDefaults(tx),
  ])
  const isClient = role === 'client' || seats.length > 0 || portalClient !== undefined
  if (!isClient) return undefined
  return { seats, override: portalClient?.canCreateProjects, byDefault: defaults.canCreateProjects }
}
type ClientAccess = NonNullable<Awaited<ReturnType<typeof findClientAccess>>>

const presentAccounts = ({ seats }: ClientAccess) =>
  seats.map(({ clientAccountId, name, canCreateProjects }) => ({ id: clientAccountId, name, canCreateProjects }))

const presentPortal = (
  workspaceId: string,
  identity: PublishedIdentity,
  access: ClientAccess,
): Static<typeof Portal> => ({
  workspaceId,
  slug: identity.slug!,
  name: identity.name,
  canCreateProjects: mayPropose(access),
  accounts: presentAccounts(access),
})

const presentIdentity = (identity: PublishedIdentity): Static<typeof PortalIdentity> => {
  const { slug, name, tagline, website, supportEmail, colors, fonts } = identity
  const { primary, accent, background, text } = colors
  const pictureUrl = (name: 'logo' | 'icon') => (identity[name] ? `/v1/api/portals/${slug}/${name}` : null)
  return {
    slug: slug!,
    name,
    tagline,
    website,
    supportEmail,
    logoUrl: pictureUrl('logo'),
    iconUrl: pictureUrl('icon'),
    colors: { primary, accent, background, text },
    fonts: { heading: fonts.heading, body: fonts.body },
  }
}

export default (parts: PortalParts) => ({
  acceptPortalInvitation,
  createPortalProject: createPortalProject(parts.everyDomain),
  enterPortal: enterPortal(parts.database),
  getPortalIdentity,
  inviteClientPortalMember: inviteClientPortalMember(parts),
  listClientPortalInvitations,
  listClientPortalMembers,
  listClientPortalProjectAccess,
  listMyPortals: listMyPortals(parts.database),
  listPortalAccounts,
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  revokeClientPortalInvitation,
  setClientPortalProjectAccess,
  signUpByPortalInvitation: signUpByPortalInvitation(parts.signIn),
  updateClientPortalPermissions,
})
