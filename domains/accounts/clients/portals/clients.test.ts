import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit-chain.ts'
import {
  absentAlike,
  administratorsOnly,
  admitted,
  makeAccount,
  portalClientOf,
  seatOf,
} from '../../../../testing/portals.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { commonRefusals, expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteProject, getProject } from '../../../code/projects/contract.ts'
import {
  getWorkspacePortalSettings,
  listWorkspacePortalClients,
  listWorkspacePortalProjectAccess,
  removeWorkspacePortalClient,
  removeWorkspacePortalProjectAccess,
  setWorkspacePortalProjectAccess,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
} from '../contract/portals.ts'

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
  commonRefusals(server, getWorkspacePortalSettings, plain)
  administratorsOnly(server, getWorkspacePortalSettings, plain)

  test('200 says that clients create no projects until somebody says otherwise', async () => {
    const { owner } = await scene(server)
    expect(await owner.call(getWorkspacePortalSettings)).toMatchObject({
      status: 200,
      body: { canCreateProjects: false },
    })
  })
})

describe('updateWorkspacePortalSettings', () => {
  commonRefusals(server, updateWorkspacePortalSettings, allowing)
  administratorsOnly(server, updateWorkspacePortalSettings, allowing)

  test('200 holds at once for every client without an override', async () => {
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
    ])
    expect(await auditOf(server, at.workspace, at.workspace)).toMatchObject([
      { action: 'portal_settings.update', details: { canCreateProjects: true } },
    ])
    expect(await at.eventNames(at.workspace)).toEqual(['portal_settings.updated'])
  })
})

describe('listWorkspacePortalClients', () => {
  commonRefusals(server, listWorkspacePortalClients, withoutBody)
  administratorsOnly(server, listWorkspacePortalClients, withoutBody)

  test('200 lists clients of the portal itself, one row each, newest first', async () => {
    const { scene: at, userId } = await world()
    await seatOf(server, at, await makeAccount(at), at.clientId)
    await seatOf(server, at, await makeAccount(at, 'Initech'), userId)
    const { body } = await at.owner.call(listWorkspacePortalClients)
    expect(body).toEqual([
      {
        userId,
        name: 'client',
        email: `${userId}@example.com`,
        canCreateProjects: false,
        canCreateProjectsOverride: null,
        joinedAt: expect.any(String) as string,
      },
    ])
    await portalClientOf(server, at, at.clientId)
    const page = await at.owner.call(listWorkspacePortalClients, { query: { limit: 1 } })
    expect([page.body, page.headers.get('link')]).toMatchObject([
      [{ userId: at.clientId }],
      expect.stringContaining('cursor='),
    ])
  })
})

describe('updateWorkspacePortalClient', () => {
  const overriding = () => world({ canCreateProjects: true })
  commonRefusals(server, updateWorkspacePortalClient, overriding)
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

  test('404 for a client by a seat alone, and for a member of the agency', async () => {
    const { scene: at, input } = await overriding()
    await seatOf(server, at, await makeAccount(at), at.clientId)
    const { userId } = await at.join('member')
    for (const id of [at.clientId, userId]) {
      const call = () => at.owner.call(updateWorkspacePortalClient, { ...input, userId: id })
      expectError(await unchanged(server, call), 404, 'not_found')
    }
  })
})

describe('removeWorkspacePortalClient', () => {
  commonRefusals(server, removeWorkspacePortalClient, withoutBody)
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

  test('200 leaves seats and legacy shares', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    await seatOf(server, at, await makeAccount(at), userId)
    await at.owner.call(removeWorkspacePortalClient, input)
    expect((await holder.call(getProject, { id: projectId })).status).toBe(404)
    await at.grant(projectId, userId, 'view')
    expect((await holder.call(getProject, { id: projectId })).status).toBe(200)
    expect((await at.rows('seat')).length).toBe(1)
  })

  test('200 for one of a crowd, 404 for the others', async () => {
    const { scene: at, userId, input } = await withoutBody()
    const { statuses } = await racing(crowd, () => at.owner.call(removeWorkspacePortalClient, input))
    expect(statuses).toEqual({ 200: 1, 404: crowd - 1 })
    expect(await at.auditActions(userId)).toEqual(['portal_client.remove'])
  })
})

describe('setWorkspacePortalProjectAccess', () => {
  const steering = () => world({ canSteer: true })
  commonRefusals(server, setWorkspacePortalProjectAccess, steering)
  administratorsOnly(server, setWorkspacePortalProjectAccess, steering)
  absentAlike(server, setWorkspacePortalProjectAccess, ['userId', 'projectId'], steering)

  test('200 lets view, then steer, then view', async () => {
    const { scene: at, projectId, userId, input, holder } = await steering()
    for (const canSteer of [false, true, false]) {
      const reply = await at.owner.call(setWorkspacePortalProjectAccess, { ...input, body: { canSteer } })
      expect(reply).toMatchObject({ status: 200, body: { projectId, canSteer } })
      expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer })
    }
    expect((await auditOf(server, at.workspace, projectId)).at(-1)).toMatchObject({
      action: 'portal_client.share',
      details: { projectId, userId, canSteer: false },
    })
  })

  test('404 for a deleted project, and for a client by a seat alone', async () => {
    const { scene: at, projectId, input } = await steering()
    await seatOf(server, at, await makeAccount(at), at.clientId)
    const call = (change: object) => () => at.owner.call(setWorkspacePortalProjectAccess, { ...input, ...change })
    expectError(await unchanged(server, call({ userId: at.clientId })), 404, 'not_found')
    await at.owner.call(deleteProject, { id: projectId })
    expectError(await unchanged(server, call({})), 404, 'not_found')
  })
})

describe('listWorkspacePortalProjectAccess', () => {
  commonRefusals(server, listWorkspacePortalProjectAccess, shared)
  administratorsOnly(server, listWorkspacePortalProjectAccess, shared)
  absentAlike(server, listWorkspacePortalProjectAccess, ['userId'], shared)

  test('200 lists explicit shares alone', async () => {
    const { scene: at, userId, projectId, input } = await shared()
    await at.grant(projectId, userId, 'view')
    expect((await at.owner.call(listWorkspacePortalProjectAccess, input)).body).toMatchObject([
      { projectId, canSteer: true },
    ])
  })
})

describe('removeWorkspacePortalProjectAccess', () => {
  commonRefusals(server, removeWorkspacePortalProjectAccess, shared)
  administratorsOnly(server, removeWorkspacePortalProjectAccess, shared)
  absentAlike(server, removeWorkspacePortalProjectAccess, ['userId', 'projectId'], shared)

  test('200 takes one share away and leaves other sources', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    await at.grant(projectId, userId, 'view')
    expect((await at.owner.call(removeWorkspacePortalProjectAccess, input)).status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: false })
    expect((await auditOf(server, at.workspace, projectId)).at(-1)).toMatchObject({ action: 'portal_client.unshare' })
    const again = await unchanged(server, () => at.owner.call(removeWorkspacePortalProjectAccess, input))
    expectError(again, 404, 'not_found')
  })
})
