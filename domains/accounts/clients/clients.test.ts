import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import {
  absentAlike,
  administratorsOnly,
  admitted,
  makeAccount,
  openPortalOf,
  portalClientOf,
  seatOf,
} from '../../../testing/clients/portals.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProject } from '../../code/projects/contract.ts'
import {
  createPortalProject,
  getWorkspacePortalSettings,
  inviteClientPortalMember,
  listWorkspacePortalClients,
  removeWorkspacePortalClient,
  setWorkspacePortalProjectAccess,
  updateClientPortalPermissions,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
} from './contract/portals.ts'

const server = await testServer()

const world = async (body?: object) => {
  const made = await admitted(server)
  const { projectId, userId } = made
  return { ...made, input: { userId, projectId, ...(body && { body }) } }
}
const withoutBody = () => world()
const shared = async () => {
  const made = await world()
  await made.scene.owner.call(setWorkspacePortalProjectAccess, { ...made.input, body: { canSteer: true } })
  return made
}
const plain = async () => ({ scene: await scene(server), input: {} })
const allowing = async () => ({ scene: await scene(server), input: { body: { canCreateProjects: true } } })

describe('getWorkspacePortalSettings', () => {
  administratorsOnly(server, getWorkspacePortalSettings, plain)

  test('200 reports by default that clients cannot create projects', async () => {
    const { owner } = await scene(server)
    expect(await owner.call(getWorkspacePortalSettings)).toMatchObject({
      status: 200,
      body: { canCreateProjects: false },
    })
  })
})

describe('updateWorkspacePortalSettings', () => {
  administratorsOnly(server, updateWorkspacePortalSettings, allowing)

  test('200 applies at once to every client without an override', async () => {
    const { scene: at, userId } = await world()
    const other = await at.join('client')
    await portalClientOf(server, at, other.userId)
    await at.owner.call(updateWorkspacePortalClient, { userId, body: { canCreateProjects: false } })
    const reply = await at.owner.call(updateWorkspacePortalSettings, { body: { canCreateProjects: true } })
    expect(reply).toMatchObject({ status: 200, body: { canCreateProjects: true } })
    expect((await at.owner.call(getWorkspacePortalSettings)).body).toEqual({ canCreateProjects: true })
    expect((await at.owner.call(listWorkspacePortalClients)).body).toMatchObject([
      { userId: other.userId, canCreateProjects: true, canCreateProjectsOverride: null },
      { userId, canCreateProjects: false, canCreateProjectsOverride: false },
      { userId: at.clientId, canCreateProjects: false, canCreateProjectsOverride: null },
    ])
    expect(await auditOf(server, at.workspace, at.workspace)).toMatchObject([
      { action: 'portal_settings.update', details: { canCreateProjects: true } },
    ])
    expect(await at.eventNames(at.workspace)).toEqual(['portal_settings.updated'])
  })
})

describe('listWorkspacePortalClients', () => {
  administratorsOnly(server, listWorkspacePortalClients, withoutBody)

  test('200 lists every client in one row each, newest first', async () => {
    const { scene: at, userId, projectId } = await world()
    const account = await makeAccount(at)
    const other = await makeAccount(at, 'Initech')
    for (const id of [account, other]) await seatOf(server, at, id, userId)
    await seatOf(server, at, account, at.clientId)
    const { userId: legacy } = await at.join('client')
    await at.grant(projectId, legacy, 'view')
    const { userId: member } = await at.join('member')
    await at.join('member')
    await seatOf(server, at, account, member)
    const { body } = await at.owner.call(listWorkspacePortalClients)
    expect((body as { userId: string }[]).map((row) => row.userId).sort()).toEqual(
      [userId, at.clientId, legacy, member].sort(),
    )
    expect(body).toContainEqual({
      userId,
      name: 'client',
      email: `${userId}@example.com`,
      canCreateProjects: false,
      canCreateProjectsOverride: null,
      clientAccountIds: [account, other],
      joinedAt: expect.any(String) as string,
    })
  })

  test('200 page by page behind Link headers', async () => {
    const { scene: at } = await world()
    for (let more = 0; more < 3; more += 1) await at.join('client')
    const whole = (await at.owner.call(listWorkspacePortalClients)).body as object[]
    const found: object[] = []
    for (let query: Record<string, unknown> | undefined = { limit: 2 }; query;) {
      const { body, headers } = await at.owner.call(listWorkspacePortalClients, { query })
      found.push(...(body as object[]))
      const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      query = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
    }
    expect(found).toEqual(whole)
    expect(whole).toHaveLength(5)
  })

  test('200 shows the effective permission: the override, else that of a seat, else the default', async () => {
    const { scene: at, userId } = await world()
    const account = await makeAccount(at)
    await seatOf(server, at, account, at.clientId)
    const allowed = async () =>
      Object.fromEntries(
        (
          (await at.owner.call(listWorkspacePortalClients)).body as { userId: string; canCreateProjects: boolean }[]
        ).map((row) => [row.userId, row.canCreateProjects]),
      )
    await at.owner.call(updateWorkspacePortalSettings, { body: { canCreateProjects: true } })
    expect(await allowed()).toEqual({ [userId]: true, [at.clientId]: false })
    const permit = { id: account, userId: at.clientId, body: { canCreateProjects: true } }
    await at.owner.call(updateClientPortalPermissions, permit)
    expect(await allowed()).toEqual({ [userId]: true, [at.clientId]: true })
    for (const id of [userId, at.clientId])
      await at.owner.call(updateWorkspacePortalClient, { userId: id, body: { canCreateProjects: false } })
    expect(await allowed()).toEqual({ [userId]: false, [at.clientId]: false })
  })
})

describe('updateWorkspacePortalClient', () => {
  const overriding = () => world({ canCreateProjects: true })
  administratorsOnly(server, updateWorkspacePortalClient, overriding)
  absentAlike(server, updateWorkspacePortalClient, ['userId'], overriding)

  test('200 sets the override, and null clears it', async () => {
    const { scene: at, userId, input } = await overriding()
    const set = await at.owner.call(updateWorkspacePortalClient, input)
    expect(set).toMatchObject({ status: 200, body: { canCreateProjects: true, canCreateProjectsOverride: true } })
    const cleared = await at.owner.call(updateWorkspacePortalClient, { userId, body: { canCreateProjects: null } })
    expect(cleared.body).toMatchObject({ canCreateProjects: false, canCreateProjectsOverride: null })
    expect(await at.auditActions(userId)).toEqual(['portal_client.update', 'portal_client.update'])
    expect(await at.eventNames(userId)).toEqual(['portal_client.updated', 'portal_client.updated'])
  })

  test('200 overrides the permission of a client with only a seat', async () => {
    const { scene: at } = await world()
    const account = await makeAccount(at)
    const { userId, caller: holder } = await at.join('client')
    await seatOf(server, at, account, userId)
    const create = () => holder.call(createPortalProject, { body: { brief: 'A shop', clientAccountId: account } })
    const override = (canCreateProjects: boolean | null) =>
      at.owner.call(updateWorkspacePortalClient, { userId, body: { canCreateProjects } })
    expect((await create()).status).toBe(403)
    expect((await override(null)).body).toMatchObject({ canCreateProjects: false, canCreateProjectsOverride: null })
    expect((await override(true)).body).toMatchObject({ canCreateProjects: true, canCreateProjectsOverride: true })
    expect((await create()).status).toBe(201)
    await at.owner.call(updateClientPortalPermissions, { id: account, userId, body: { canCreateProjects: true } })
    expect((await override(false)).body).toMatchObject({ canCreateProjects: false, canCreateProjectsOverride: false })
    expect((await create()).status).toBe(403)
  })

  test('404 for a member of the agency who is not a client', async () => {
    const { scene: at, input } = await overriding()
    const { userId } = await at.join('member')
    const call = () => at.owner.call(updateWorkspacePortalClient, { ...input, userId })
    expectError(await unchanged(server, call), 404, 'not_found')
  })
})

describe('removeWorkspacePortalClient', () => {
  administratorsOnly(server, removeWorkspacePortalClient, withoutBody)
  absentAlike(server, removeWorkspacePortalClient, ['userId'], withoutBody)

  test('200 ends the relationship, its grants and the last membership', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    expect((await holder.call(getProject, { id: projectId })).status).toBe(200)
    expect((await at.owner.call(removeWorkspacePortalClient, input)).status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).status).toBe(401)
    expect(await at.rows('project_grant')).toEqual([])
    expect(await auditOf(server, at.workspace, userId)).toMatchObject([
      { action: 'portal_client.remove', details: { userId, hasLeft: true } },
    ])
    expect(await at.eventNames(userId)).toEqual(['portal_client.removed'])
  })

  test('200 removes a client’s seats with their grants, legacy shares and open invitations', async () => {
    const { scene: at, userId, projectId, holder } = await shared()
    const account = await makeAccount(at)
    await seatOf(server, at, account, userId)
    await at.grant(projectId, userId, 'view')
    const removed = await at.owner.call(removeWorkspacePortalClient, { userId })
    expect(removed.status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).status).toBe(401)
    expect([await at.rows('seat'), await at.rows('project_grant')]).toEqual([[], []])
    const listed = (await at.owner.call(listWorkspacePortalClients)).body as { userId: string }[]
    expect(listed.map((row) => row.userId)).not.toContain(userId)
    expect(await auditOf(server, at.workspace, userId)).toMatchObject([
      { action: 'portal_client.remove', details: { userId, seats: [account], invitations: 0, hasLeft: true } },
    ])
  })

  test.each(['only a seat', 'only a legacy share'] as const)('200 for a client with %s', async (place) => {
    const { scene: at, projectId } = await world()
    const { userId, caller } = await at.join('client')
    if (place === 'only a seat') await seatOf(server, at, await makeAccount(at), userId)
    else await at.grant(projectId, userId, 'view')
    expect((await at.owner.call(removeWorkspacePortalClient, { userId })).status).toBe(200)
    expect((await caller.call(getProject, { id: projectId })).status).toBe(401)
  })

  test('200 keeps the role of a member of the agency and removes their seats', async () => {
    const { scene: at } = await world()
    const { userId, caller } = await at.join('member')
    await seatOf(server, at, await makeAccount(at), userId)
    expect((await at.owner.call(removeWorkspacePortalClient, { userId })).status).toBe(200)
    expect(await at.rows('seat')).toEqual([])
    expect((await caller.call(getWorkspacePortalSettings)).status).toBe(403)
  })

  test('200 revokes open invitations to that address', async () => {
    const { scene: at, userId } = await world()
    await openPortalOf(at)
    const email = `${userId}@example.com`
    const invited = await at.owner.call(inviteClientPortalMember, { id: await makeAccount(at), body: { email } })
    expect(invited.status).toBe(201)
    await at.owner.call(removeWorkspacePortalClient, { userId })
    expect(await at.rows('portal_invitation')).toMatchObject([{ revoked_at: expect.any(Date) as Date }])
  })

  test('200 for one of concurrent callers, 404 for the others', async () => {
    const { scene: at, userId, input } = await withoutBody()
    const { statuses } = await racing(crowd, () => at.owner.call(removeWorkspacePortalClient, input))
    expect(statuses).toEqual({ 200: 1, 404: crowd - 1 })
    expect(await at.auditActions(userId)).toEqual(['portal_client.remove'])
  })
})
