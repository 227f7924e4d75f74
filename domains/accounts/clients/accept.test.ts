import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { withoutRequestId, type Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { makeAccount, makeAccountProject, openPortalOf, tokenOf } from '../../../testing/clients/portals.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { newPerson } from '../../../testing/people/sessions.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { publishWorkspaceBrandKit } from '../brand/contract.ts'
import { archiveClientAccount, removeClientAccountProject } from './contract/accounts.ts'
import { deleteProject, getProject } from '../../code/projects/contract.ts'
import {
  acceptPortalInvitation,
  inviteClientPortalMember,
  inviteWorkspacePortalClient,
  revokeClientPortalInvitation,
  revokeWorkspacePortalInvitation,
} from './contract/portals.ts'

const server = await testServer()

/** A person with an account of their own, invited to a seat with two projects. */
const invited = async (person?: { email?: string; isVerified?: boolean }, spelt = (email: string) => email) => {
  const world = await scene(server)
  const slug = await openPortalOf(world)
  const accountId = await makeAccount(world)
  const projectIds = [await makeAccountProject(world, accountId), await makeAccountProject(world, accountId)]
  const { userId, email, caller } = await newPerson(server, person)
  const projectGrants = projectIds.map((projectId, at) => ({ projectId, canSteer: at === 0 }))
  const body = { email: spelt(email), canCreateProjects: true, projectGrants }
  const reply = await world.owner.call(inviteClientPortalMember, { id: accountId, body })
  expect(reply.status).toBe(201)
  const token = tokenOf(reply)
  const invitationId = reply.body.id as string
  const accept = (by: Caller = caller, other = token) => by.call(acceptPortalInvitation, { token: other })
  return { world, slug, accountId, projectIds, userId, email, person: caller, token, invitationId, accept }
}
const inWorkspace = (id: string) => ({ headers: { 'x-organization-id': id } })

describe('acceptPortalInvitation', () => {
  test('200 takes the seat with its membership, permission and grants at once', async () => {
    const { world, slug, accountId, projectIds, userId, invitationId, person, accept } = await invited()
    const reply = await accept()
    expect(reply).toMatchObject({
      status: 200,
      body: {
        portal: { workspaceId: world.workspace, slug, name: 'Northwind', canCreateProjects: true },
        identity: { slug, supportEmail: 'help@northwind.example' },
      },
    })
    expect((reply.body as { portal: { accounts: object[] } }).portal.accounts).toEqual([
      { id: accountId, name: 'Globex', canCreateProjects: true },
    ])
    for (const [at, id] of projectIds.entries()) {
      const seen = await person.call(getProject, { id, ...inWorkspace(world.workspace) })
      expect(seen).toMatchObject({ status: 200, body: { canSteer: at === 0 } })
    }
    expect((await world.rows('membership')).find((row) => row.user_id === userId)).toMatchObject({ role: 'client' })
    expect((await auditOf(server, world.workspace, invitationId)).at(-1)).toMatchObject({
      action: 'portal_invitation.accept',
      actorType: 'user',
      actorId: userId,
      source: 'web',
      details: { userId, shared: projectIds },
    })
    const events = await world.eventNames(invitationId)
    expect(events).toEqual(['portal_invitation.created', 'portal_invitation.accepted'])
  })

  test('200 for an address in another case', async () => {
    const { accept } = await invited({ email: 'Mixed.Case@Globex.example' }, (email) => email.toUpperCase())
    expect((await accept()).status).toBe(200)
  })

  test('200 makes a client of the portal without a seat, with the default permission', async () => {
    const world = await scene(server)
    await openPortalOf(world)
    const { userId, email, caller } = await newPerson(server)
    const projectId = await emptyProject(world.owner)
    const body = { email, role: 'client', projectGrants: [{ projectId, canSteer: true }] }
    const token = tokenOf(await world.owner.call(inviteWorkspacePortalClient, { body }))
    const reply = await caller.call(acceptPortalInvitation, { token })
    expect(reply).toMatchObject({ status: 200, body: { portal: { canCreateProjects: false, accounts: [] } } })
    expect(await world.rows('portal_client')).toMatchObject([{ user_id: userId, can_create_projects: null }])
    expect(await world.rows('project_grant')).toMatchObject([{ source: 'workspace', level: 'steer' }])
  })

  test('200 for one of concurrent callers, 409 for the others, and one effect', async () => {
    const { world, invitationId, accept } = await invited()
    const { statuses } = await racing(crowd, () => accept())
    expect(statuses).toEqual({ 200: 1, 409: crowd - 1 })
    expect([(await world.rows('seat')).length, (await world.rows('project_grant')).length]).toEqual([1, 2])
    const actions = (await auditOf(server, world.workspace, invitationId)).map(({ action }) => action)
    expect(actions).toEqual(['seat.invite', 'portal_invitation.accept'])
    expectError(await unchanged(server, () => accept()), 409, 'invitation_accepted')
  })

  test('200 for the invited person and 404 for another who accepts at once', async () => {
    const { world, userId, accept } = await invited()
    const stranger = await newPerson(server)
    const { replies } = await racing(20, (at) => accept(at % 2 ? stranger.caller : undefined))
    expect(replies.filter((_reply, at) => at % 2).map(({ status }) => status)).toEqual(Array(10).fill(404))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await world.rows('seat')).map((row) => row.user_id)).toEqual([userId])
  })

  test('200 or 409 for an acceptance and a revocation at once: exactly one takes effect', async () => {
    const { world, accountId, invitationId, accept } = await invited()
    const path = { id: accountId, invitationId }
    const revoking = () => world.owner.call(revokeClientPortalInvitation, path)
    const { replies } = await racing(40, (at) => (at % 2 ? accept() : revoking()))
    const accepted = replies.filter(({ status }, at) => at % 2 && status === 200).length
    const revoked = replies.filter(({ status }, at) => at % 2 === 0 && status === 200).length
    expect(accepted === 1 ? revoked : accepted).toBe(0)
    expect(await world.rows('seat')).toHaveLength(accepted)
  })

  test('200 or 409 for an acceptance and an archiving at once: an archived account has no seat', async () => {
    const { world, accountId, accept } = await invited()
    const archiving = () => world.owner.call(archiveClientAccount, { id: accountId })
    const { replies } = await racing(20, (at) => (at === 10 ? archiving() : accept()))
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect([await world.rows('seat'), await world.rows('project_grant')]).toEqual([[], []])
  })

  test('200 skips projects deleted or removed from the account after the invitation', async () => {
    const { world, accountId, projectIds, accept } = await invited()
    await world.owner.call(deleteProject, { id: projectIds[0]! })
    await world.owner.call(removeClientAccountProject, { id: accountId, projectId: projectIds[1]! })
    expect((await accept()).status).toBe(200)
    expect(await world.rows('project_grant')).toEqual([])
  })

  test('200 for a person who joined the agency after the invitation: the role stays, and the seat is added', async () => {
    const { world, userId, accept } = await invited()
    await asOwner(server, `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`, [
      world.workspace,
      userId,
    ])
    expect((await accept()).status).toBe(200)
    expect((await world.rows('membership')).find((row) => row.user_id === userId)).toMatchObject({ role: 'member' })
    expect((await world.rows('seat')).map((row) => row.user_id)).toEqual([userId])
  })

  test('401 without a session, 403 with a key and from a page of another origin', async () => {
    const { world, token, person, accept } = await invited()
    const anonymous = await unchanged(server, () =>
      fetch(`${server.baseUrl}/v1/api/portal-invitations/${token}/accept`, { method: 'POST' }),
    )
    expect(anonymous.status).toBe(401)
    expectError(await unchanged(server, () => accept(world.client)), 403, 'forbidden')
    const headers = { origin: 'https://elsewhere.example' }
    const foreign = () => person.call(acceptPortalInvitation, { token, headers })
    expectError(await unchanged(server, foreign), 403, 'foreign_origin')
  })

  test('403 while the address is not verified', async () => {
    const { accept } = await invited({ isVerified: false })
    expectError(await unchanged(server, () => accept()), 403, 'email_not_verified')
  })

  test('404, always the same, for another person’s token, an unknown and a malformed one', async () => {
    const { token, person, accept } = await invited()
    const stranger = await newPerson(server)
    const replies = await unchanged(server, async () => [
      await accept(stranger.caller),
      await accept(stranger.caller, 'a'.repeat(43)),
      ...(await Promise.all(
        ['nonsense', `${token}x`, token.slice(1), '%00', '..'].map((other) => accept(person, other)),
      )),
    ])
    for (const reply of replies) expectError(reply, 404, 'not_found')
    expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
  })

  test('404 for another person also after the invitation is used, revoked or expired', async () => {
    const { world, accountId, invitationId, accept } = await invited()
    const stranger = await newPerson(server)
    await world.owner.call(revokeClientPortalInvitation, { id: accountId, invitationId })
    expectError(await unchanged(server, () => accept(stranger.caller)), 404, 'not_found')
  })

  test('409 for a revoked, replaced and expired invitation', async () => {
    const { world, accountId, email, invitationId, accept } = await invited()
    const again = await world.owner.call(inviteClientPortalMember, { id: accountId, body: { email } })
    expectError(await unchanged(server, () => accept()), 409, 'invitation_revoked')
    await asOwner(server, 'update portal_invitation set expires_at = now() where id = $1', [again.body.id])
    expectError(await unchanged(server, () => accept(undefined, tokenOf(again))), 409, 'invitation_expired')
    const rows = await world.rows('portal_invitation')
    expect(rows.find((row) => row.id === invitationId)!.accepted_at).toBeNull()
  })

  test('409 for an archived account', async () => {
    const { world, accountId, accept } = await invited()
    await world.owner.call(archiveClientAccount, { id: accountId })
    expectError(await unchanged(server, () => accept()), 409, 'invitation_revoked')
  })

  test('409 while the portal is closed, and 200 after it reopens', async () => {
    const { world, slug, accept } = await invited()
    const set = (portalEnabled: boolean) =>
      world.owner.call(publishWorkspaceBrandKit, { body: { draft: { name: 'Northwind', slug }, portalEnabled } })
    await set(false)
    expectError(await unchanged(server, () => accept()), 409, 'portal_closed')
    await set(true)
    expect((await accept()).status).toBe(200)
  })

  test('409 for revoking an accepted invitation of either kind', async () => {
    const { world, accountId, invitationId, accept } = await invited()
    await accept()
    const path = { id: accountId, invitationId }
    const seat = () => world.owner.call(revokeClientPortalInvitation, path)
    expectError(await unchanged(server, seat), 409, 'invitation_accepted')
    const { email, caller } = await newPerson(server)
    const reply = await world.owner.call(inviteWorkspacePortalClient, { body: { email, role: 'client' } })
    await caller.call(acceptPortalInvitation, { token: tokenOf(reply) })
    const own = () => world.owner.call(revokeWorkspacePortalInvitation, { invitationId: reply.body.id as string })
    expectError(await unchanged(server, own), 409, 'invitation_accepted')
  })
})
