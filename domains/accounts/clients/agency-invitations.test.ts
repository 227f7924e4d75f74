import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import {
  absentAlike,
  administratorsOnly,
  makeAccount,
  openPortalOf,
  portalClientOf,
} from '../../../testing/clients/portals.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  inviteClientPortalMember,
  inviteWorkspacePortalClient,
  listWorkspacePortalInvitations,
  revokeWorkspacePortalInvitation,
} from './contract/portals.ts'

const server = await testServer()

let people = 0
const newEmail = () => `ana${(people += 1)}@globex.example`

const agency = async () => {
  const world = await scene(server)
  await openPortalOf(world)
  return { scene: world, input: { body: { email: newEmail(), role: 'client' } as object } }
}
const invitedByAgency = async () => {
  const { scene: world, input } = await agency()
  const reply = await world.owner.call(inviteWorkspacePortalClient, input)
  expect(reply.status).toBe(201)
  return { scene: world, body: input.body, reply, input: { invitationId: reply.body.id as string } }
}

describe('inviteWorkspacePortalClient', () => {
  administratorsOnly(server, inviteWorkspacePortalClient, agency)

  test('201 inherits the default permission unless given one, without internal ids', async () => {
    const { scene: world } = await agency()
    const projectId = await emptyProject(world.owner)
    const given = { projectGrants: [{ projectId, canSteer: false }], role: 'client' }
    for (const canCreateProjects of [undefined, null, true]) {
      const body = { ...given, email: newEmail(), ...(canCreateProjects !== undefined && { canCreateProjects }) }
      const reply = await world.owner.call(inviteWorkspacePortalClient, { body })
      expect(reply).toMatchObject({
        status: 201,
        body: { ...given, canCreateProjects: canCreateProjects ?? null, status: 'pending' },
      })
      expect(Object.keys(reply.body as object).filter((name) => /account|hash|token/i.test(name))).toEqual([])
    }
  })

  test('400 for every role except client', async () => {
    const { scene: world } = await agency()
    for (const role of [undefined, 'owner', 'admin', 'member', 'Client']) {
      const call = () =>
        world.owner.call(inviteWorkspacePortalClient, { body: { email: newEmail(), ...(role && { role }) } })
      expectError(await unchanged(server, call), 400, 'invalid_request')
    }
  })

  test('409 before the portal is published, for a member of the agency, and for a client of the portal', async () => {
    const closed = await scene(server)
    const early = () => closed.owner.call(inviteWorkspacePortalClient, { body: { email: newEmail(), role: 'client' } })
    expectError(await unchanged(server, early), 409, 'portal_closed')
    const { scene: world } = await agency()
    await portalClientOf(server, world, world.clientId)
    const { userId } = await world.join('admin')
    const call = (id: string) => () =>
      world.owner.call(inviteWorkspacePortalClient, { body: { email: `${id}@example.com`, role: 'client' } })
    expectError(await unchanged(server, call(userId)), 409, 'already_member')
    expectError(await unchanged(server, call(world.clientId)), 409, 'already_client')
  })
})

describe('listWorkspacePortalInvitations', () => {
  test('200 lists the invitations of the agency', async () => {
    const { scene: world, input } = await invitedByAgency()
    await world.owner.call(inviteClientPortalMember, { id: await makeAccount(world), body: { email: newEmail() } })
    const { body } = await world.owner.call(listWorkspacePortalInvitations)
    expect(body).toMatchObject([{ id: input.invitationId, status: 'pending', role: 'client' }])
    expect(JSON.stringify(body)).not.toMatch(/clientAccount|hash|token|acceptUrl/i)
  })
})

describe('revokeWorkspacePortalInvitation', () => {
  administratorsOnly(server, revokeWorkspacePortalInvitation, invitedByAgency)
  absentAlike(server, revokeWorkspacePortalInvitation, ['invitationId'], invitedByAgency)

  test('200 for all concurrent callers, with one event', async () => {
    const { scene: world, input } = await invitedByAgency()
    const { statuses } = await racing(crowd, () => world.owner.call(revokeWorkspacePortalInvitation, input))
    expect(statuses).toEqual({ 200: crowd })
    const events = await world.eventNames(input.invitationId)
    expect(events).toEqual(['portal_invitation.created', 'portal_invitation.revoked'])
    const rows = await auditOf(server, world.workspace, input.invitationId)
    expect(rows.filter(({ details }) => details.repeated !== true)).toHaveLength(2)
  })
})
