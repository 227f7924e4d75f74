import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { joinAsClient } from '../../workspaces/index.ts'
import { admitPortalClient, giveSeat, lockClient } from '../store-seats.ts'
import { holdAccount } from '../store-accounts.ts'
import { acceptPortalInvitation } from '../contract/portals.ts'
import { openPortal } from '../open-portal.ts'
import { clientAccessOf, presentIdentity, presentPortal } from '../portal.ts'
import { acceptRefusals } from '../rules.ts'
import { shareProject } from '../share.ts'
import { acceptInvitation, invitationOfToken, lockInvitation } from '../store-portals.ts'
import type { InvitationRow } from '../tables.ts'

export default handle(acceptPortalInvitation, async ({ tx, workspace, params, caller, now, fail, absent, ok }) => {
  const { userId, person } = caller
  if (!person?.isVerified) return fail.emailNotVerified()
  const offered = (await invitationOfToken(tx, params.token)) ?? absent()
  if (offered.emailNormal !== person.emailNormal) return absent()
  // The account before its invitation, as archiving takes them: an archived one has revoked it.
  if (offered.clientAccountId) await holdAccount(tx, offered.clientAccountId)
  const invitation = (await lockInvitation(tx, offered.id)) ?? absent()
  if (invitation.status !== 'pending') return fail[acceptRefusals[invitation.status]]()
  const identity = (await openPortal(tx)) ?? fail.portalClosed()
  await acceptInvitation(tx, invitation.id, now, userId)
  const shared = await joinPortal(tx, invitation, userId, now)
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  const access = (await clientAccessOf(tx, userId)) ?? absent()
  return ok(
    { portal: presentPortal(workspace, identity, access), identity: presentIdentity(identity) },
    {
      resource: ['portal_invitation', invitation.id],
      ...(invitation.clientAccountId && { parent: ['client_account', invitation.clientAccountId] }),
      metadata: { userId, shared },
    },
  )
})

/** The membership, the place and what was promised with it; a project that is gone or elsewhere by now is left out. */
const joinPortal = async (tx: Transaction, invitation: InvitationRow, userId: string, now: Date) => {
  const { clientAccountId, canCreateProjects, projectGrants } = invitation
  await lockClient(tx, userId)
  await joinAsClient(tx, userId, now)
  const client = { userId, canCreateProjects, createdAt: now }
  if (clientAccountId) await giveSeat(tx, { ...client, clientAccountId, canCreateProjects: canCreateProjects === true })
  else await admitPortalClient(tx, client)
  const shared: string[] = []
  for (const { projectId, canSteer } of projectGrants)
    if (await shareProject(tx, { userId, accountId: clientAccountId }, projectId, canSteer, now)) shared.push(projectId)
  return shared
}
