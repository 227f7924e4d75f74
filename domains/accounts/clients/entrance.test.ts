import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { makeAccount, openPortalOf, portalClientOf, seated, seatOf } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { newPerson, signIn } from '../../../testing/people/sessions.ts'
import { newSlug } from '../../../testing/clients/brand.ts'
import { archiveClientAccount, getClientAccount, listClientAccounts } from './contract/accounts.ts'
import { publishWorkspaceBrandKit } from '../brand/contract.ts'
import { listProjects } from '../../code/projects/contract.ts'
import {
  enterPortal,
  getPortalIdentity,
  listMyPortals,
  listPortalAccounts,
  listWorkspacePortalClients,
  removeClientPortalMember,
  setClientPortalProjectAccess,
} from './contract/portals.ts'

const server = await testServer()

const seatedWithPortal = async () => {
  const made = await seated(server)
  const agencySlug = await openPortalOf(made.scene)
  const person = await signIn(server, made.userId)
  return { ...made, agencySlug, person }
}
const close = ({ owner }: Scene, slug: string) =>
  owner.call(publishWorkspaceBrandKit, { body: { draft: { name: 'Northwind', slug }, portalEnabled: false } })

describe('getPortalIdentity', () => {
  test('200 without authentication and without internal fields', async () => {
    const world = await scene(server)
    const agencySlug = await openPortalOf(world)
    const { caller: stranger } = await newPerson(server)
    const reply = await stranger.call(getPortalIdentity, { agencySlug })
    expect(reply).toMatchObject({ status: 200, body: { slug: agencySlug, name: 'Northwind' } })
    expect(Object.keys(reply.body as object).sort()).toEqual(
      ['colors', 'fonts', 'iconUrl', 'logoUrl', 'name', 'slug', 'supportEmail', 'tagline', 'website'].sort(),
    )
    expect(JSON.stringify(reply.body)).not.toContain(world.workspace)
    const anonymous = await fetch(`${server.baseUrl}/v1/api/portals/${agencySlug}/identity`)
    expect(await anonymous.json()).toEqual(reply.body)
  })

  test('404, always the same, for an unknown, malformed or closed portal', async () => {
    const world = await scene(server)
    const agencySlug = await openPortalOf(world)
    await close(world, agencySlug)
    const names = [agencySlug, newSlug(), 'x', 'Not A Name', '%00', world.workspace]
    const replies = await unchanged(server, () =>
      Promise.all(names.map((name) => world.client.call(getPortalIdentity, { agencySlug: name }))),
    )
    for (const reply of replies) expectError(reply, 404, 'not_found')
    expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
  })
})

describe('listPortalAccounts', () => {
  test('200 lists the caller’s accounts at this agency by name', async () => {
    const { scene: world, accountId, userId, agencySlug, person } = await seatedWithPortal()
    const other = await makeAccount(world, 'Acme')
    await makeAccount(world, 'Not theirs')
    await seatOf(server, world, other, userId)
    const reply = await person.call(listPortalAccounts, { agencySlug })
    expect([reply.status, reply.body]).toEqual([
      200,
      [
        { id: other, name: 'Acme', canCreateProjects: false },
        { id: accountId, name: 'Globex', canCreateProjects: false },
      ],
    ])
    await world.owner.call(archiveClientAccount, { id: other })
    expect((await person.call(listPortalAccounts, { agencySlug })).body).toMatchObject([{ id: accountId }])
  })

  test('200 with an empty list for a client with only a legacy share', async () => {
    const world = await scene(server)
    const agencySlug = await openPortalOf(world)
    await world.grant(await emptyProject(world.owner), world.clientId, 'view')
    const person = await signIn(server, world.clientId)
    expect(await person.call(listPortalAccounts, { agencySlug })).toMatchObject({ status: 200, body: [] })
  })
})

describe('enterPortal', () => {
  test('200 makes the agency the session’s active workspace, with an audit row', async () => {
    const { scene: world, accountId, projectId, userId, agencySlug, person } = await seatedWithPortal()
    const share = { id: accountId, userId, projectId, body: { canSteer: false } }
    await world.owner.call(setClientPortalProjectAccess, share)
    expectError(await person.call(listProjects), 400, 'no_workspace')
    const reply = await person.call(enterPortal, { agencySlug })
    expect(reply).toMatchObject({
      status: 200,
      body: { portal: { workspaceId: world.workspace, slug: agencySlug, accounts: [{ id: accountId }] } },
    })
    expect((await person.call(listProjects)).body).toMatchObject([{ id: projectId }])
    expectError(await person.call(listWorkspacePortalClients), 403, 'forbidden')
    expect((await auditOf(server, world.workspace, world.workspace)).at(-1)).toMatchObject({
      action: 'portal.enter',
      category: 'auth',
      actorId: userId,
    })
  })

  test('200 moves a session from one agency to another', async () => {
    const [one, other] = await Promise.all([seatedWithPortal(), seatedWithPortal()])
    await other.scene.owner.call(listProjects)
    await other.scene.join('client')
    const person = one.person
    await server.database.identity((tx) =>
      tx.query({
        text: `insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')`,
        values: [other.scene.workspace, one.userId],
      }),
    )
    await portalClientOf(server, other.scene, one.userId)
    for (const { agencySlug, scene: world } of [one, other, one]) {
      const { body } = await person.call(enterPortal, { agencySlug })
      expect(body).toMatchObject({ portal: { workspaceId: world.workspace } })
    }
  })

  test('the session ends when its last place is removed', async () => {
    const { scene: world, accountId, userId, agencySlug, person } = await seatedWithPortal()
    await person.call(enterPortal, { agencySlug })
    expect((await person.call(listProjects)).status).toBe(200)
    await world.owner.call(removeClientPortalMember, { id: accountId, userId })
    expect([400, 401, 403]).toContain((await person.call(listProjects)).status)
    expect([401, 403]).toContain((await person.call(enterPortal, { agencySlug })).status)
  })
})

describe.each([
  ['enterPortal', enterPortal],
  ['listPortalAccounts', listPortalAccounts],
] as const)('%s', (_id, operation) => {
  test('401 without a credential, 403 for a key', async () => {
    const { holder, agencySlug } = await seatedWithPortal()
    expectError(await unchanged(server, () => holder.call(operation, { agencySlug })), 403, 'forbidden')
    const path = operation.path.replace('{agencySlug}', agencySlug)
    const nobody = () => fetch(server.baseUrl + path, { method: operation.method })
    expect((await unchanged(server, nobody)).status).toBe(401)
  })

  test('403 for a person without a place, a member of the agency without a seat, and an unverified address', async () => {
    const { scene: world, userId, agencySlug } = await seatedWithPortal()
    const member = await world.join('member')
    const sessions = [(await newPerson(server)).caller, await signIn(server, member.userId)]
    for (const caller of sessions) {
      const call = () => caller.call(operation, { agencySlug })
      expectError(await unchanged(server, call), 403, 'no_portal_access')
    }
    const unverified = await signIn(server, userId, { isVerified: false })
    expectError(await unchanged(server, () => unverified.call(operation, { agencySlug })), 403, 'email_not_verified')
  })

  test('404 for an unknown name and for a closed portal', async () => {
    const { scene: world, agencySlug, person } = await seatedWithPortal()
    await close(world, agencySlug)
    for (const name of [agencySlug, newSlug(), '%00']) {
      const call = () => person.call(operation, { agencySlug: name })
      expectError(await unchanged(server, call), 404, 'not_found')
    }
  })
})

describe('listMyPortals', () => {
  test('200 lists the person’s open portals of all agencies', async () => {
    const one = await seatedWithPortal()
    const other = await scene(server)
    const slug = await openPortalOf(other)
    await server.database.identity((tx) =>
      tx.query({
        text: `insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')`,
        values: [other.workspace, one.userId],
      }),
    )
    await portalClientOf(server, other, one.userId)
    const { status, body } = await one.person.call(listMyPortals)
    expect([status, (body as { slug: string }[]).map((portal) => portal.slug).sort()]).toEqual([
      200,
      [one.agencySlug, slug].sort(),
    ])
    await close(other, slug)
    expect((await one.person.call(listMyPortals)).body).toMatchObject([{ slug: one.agencySlug }])
  })

  test('200 with an empty list for a person without a place, and for a member of an agency', async () => {
    const world = await scene(server)
    await openPortalOf(world)
    const member = await world.join('owner')
    for (const caller of [(await newPerson(server)).caller, await signIn(server, member.userId)])
      expect(await caller.call(listMyPortals)).toMatchObject({ status: 200, body: [] })
  })

  test('401 without a credential, 403 for a key', async () => {
    const { client } = await scene(server)
    expectError(await client.call(listMyPortals), 403, 'forbidden')
    expect((await fetch(`${server.baseUrl}/v1/api/me/portals`)).status).toBe(401)
  })
})

describe('X-Client-Portal', () => {
  const under = (id: string) => ({ headers: { 'x-client-portal': id } })

  test('403 for administration under the caller’s portal, for another portal, and with a key', async () => {
    const { scene: world, accountId, userId, holder, person } = await seatedWithPortal()
    const neighbour = await seatedWithPortal()
    for (const id of [world.workspace, accountId]) {
      expectError(await person.call(getClientAccount, { id: accountId, ...under(id) }), 403, 'forbidden')
      expectError(await person.call(listClientAccounts, under(id)), 403, 'forbidden')
    }
    for (const id of [neighbour.scene.workspace, neighbour.accountId, 'nonsense', userId])
      expectError(await person.call(listClientAccounts, under(id)), 403, 'forbidden')
    expectError(await holder.call(listClientAccounts, under(world.workspace)), 403, 'forbidden')
  })
})
