import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import {
  absentAlike,
  administratorsOnly,
  makeAccount,
  makeAccountProject,
  seated,
  seatOf,
} from '../../../testing/clients/portals.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { testServer } from '../../../testing/server.ts'
import { archiveClientAccount } from './contract/accounts.ts'
import { deleteProject, getProject } from '../../code/projects/contract.ts'
import {
  listClientPortalMembers,
  listClientPortalProjectAccess,
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  setClientPortalProjectAccess,
  updateClientPortalPermissions,
} from './contract/portals.ts'

const server = await testServer()

const world = async (body: object = {}) => {
  const made = await seated(server)
  const { accountId: id, projectId, userId } = made
  return { ...made, input: { id, userId, projectId, body } }
}
const withoutBody = async () => {
  const made = await world()
  const { body: _body, ...input } = made.input
  return { ...made, input }
}
const shared = async () => {
  const made = await withoutBody()
  const reply = await made.scene.owner.call(setClientPortalProjectAccess, { ...made.input, body: { canSteer: true } })
  expect(reply.status).toBe(200)
  return made
}

describe('listClientPortalMembers', () => {
  administratorsOnly(server, listClientPortalMembers, withoutBody)

  test('200 lists only the people of this account, newest first', async () => {
    const { scene: at, accountId, userId } = await withoutBody()
    await seatOf(server, at, await makeAccount(at, 'Initech'), at.clientId)
    const { body } = await at.owner.call(listClientPortalMembers, { id: accountId })
    expect(body).toMatchObject([{ userId, name: 'client', email: `${userId}@example.com`, canCreateProjects: false }])
    await seatOf(server, at, accountId, at.clientId)
    const page = await at.owner.call(listClientPortalMembers, { id: accountId, query: { limit: 1 } })
    expect([page.body, page.headers.get('link')]).toMatchObject([
      [{ userId: at.clientId }],
      expect.stringContaining('cursor='),
    ])
  })
})

describe('updateClientPortalPermissions', () => {
  const permitting = () => world({ canCreateProjects: true })
  administratorsOnly(server, updateClientPortalPermissions, permitting)
  absentAlike(server, updateClientPortalPermissions, ['userId'], permitting)

  test('200 sets the permission of the seat in this account only', async () => {
    const { scene: at, accountId, userId, input } = await permitting()
    const other = await makeAccount(at, 'Initech')
    await seatOf(server, at, other, userId)
    const reply = await at.owner.call(updateClientPortalPermissions, input)
    expect(reply).toMatchObject({ status: 200, body: { userId, canCreateProjects: true } })
    const seats = (await at.rows('seat')).map((row) => [row.client_account_id, row.can_create_projects])
    expect(new Map(seats as [string, boolean][])).toEqual(
      new Map([
        [accountId, true],
        [other, false],
      ]),
    )
    expect(await auditOf(server, at.workspace, userId)).toMatchObject([
      { action: 'seat.update', details: { userId, canCreateProjects: true } },
    ])
    expect(await at.eventNames(userId)).toEqual(['seat.updated'])
  })

  test('400 without the permission, or if it is not a boolean', async () => {
    const { scene: at, input } = await permitting()
    for (const body of [{}, { canCreateProjects: null }, { canCreateProjects: 'true' }]) {
      const call = () => at.owner.call(updateClientPortalPermissions, { ...input, body })
      expectError(await unchanged(server, call), 400, 'invalid_request')
    }
  })
})

describe('removeClientPortalMember', () => {
  administratorsOnly(server, removeClientPortalMember, withoutBody)
  absentAlike(server, removeClientPortalMember, ['userId'], withoutBody)

  test('200 removes the seat with its grants, and with the last seat the membership', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    expect((await holder.call(getProject, { id: projectId })).status).toBe(200)
    expect((await at.owner.call(removeClientPortalMember, input)).status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).status).toBe(401)
    expect([await at.rows('seat'), await at.rows('project_grant')]).toEqual([[], []])
    expect((await at.rows('membership')).map((row) => row.user_id)).not.toContain(userId)
    expect(await auditOf(server, at.workspace, userId)).toMatchObject([
      { action: 'seat.remove', severity: 'notice', details: { userId, invitations: 0, hasLeft: true } },
    ])
    expect(await at.eventNames(userId)).toEqual(['seat.removed'])
  })

  test('200 keeps legacy grants, and with them the membership', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    await at.grant(projectId, userId, 'view')
    expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: true })
    await at.owner.call(removeClientPortalMember, input)
    expect(await holder.call(getProject, { id: projectId })).toMatchObject({ status: 200, body: { canSteer: false } })
  })

  test('200 keeps the seat and the grants in another account', async () => {
    const { scene: at, userId, input, holder } = await shared()
    const other = await makeAccount(at, 'Initech')
    const theirs = await makeAccountProject(at, other)
    await seatOf(server, at, other, userId)
    await at.owner.call(setClientPortalProjectAccess, {
      id: other,
      userId,
      projectId: theirs,
      body: { canSteer: false },
    })
    await at.owner.call(removeClientPortalMember, input)
    expect((await holder.call(getProject, { id: theirs })).status).toBe(200)
  })

  test('200 for one of concurrent callers, 404 for the others', async () => {
    const { scene: at, userId, input } = await shared()
    const { statuses } = await racing(crowd, () => at.owner.call(removeClientPortalMember, input))
    expect(statuses).toEqual({ 200: 1, 404: crowd - 1 })
    expect(await at.auditActions(userId)).toEqual(['seat.remove'])
  })
})

describe('setClientPortalProjectAccess', () => {
  const steering = () => world({ canSteer: true })
  administratorsOnly(server, setClientPortalProjectAccess, steering)
  absentAlike(server, setClientPortalProjectAccess, ['userId', 'projectId'], steering)

  test('200 changes the level from view to steer and back; a repeat writes no event', async () => {
    const { scene: at, projectId, userId, accountId, input, holder } = await steering()
    for (const canSteer of [false, true, true, false]) {
      const reply = await at.owner.call(setClientPortalProjectAccess, { ...input, body: { canSteer } })
      expect(reply).toMatchObject({ status: 200, body: { projectId, canSteer } })
      expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer })
    }
    const rows = (await auditOf(server, at.workspace, projectId)).filter((row) => row.action === 'seat.share')
    expect(rows.map(({ details }) => details)).toEqual(
      [
        { projectId, userId, clientAccountId: accountId, canSteer: false },
        { projectId, userId, clientAccountId: accountId, canSteer: true },
        { projectId, userId, clientAccountId: accountId, canSteer: true, repeated: true },
        { projectId, userId, clientAccountId: accountId, canSteer: false },
      ].map((details) => expect.objectContaining(details) as unknown),
    )
    expect((await at.eventNames(projectId)).filter((name) => name === 'project_grant.set')).toHaveLength(3)
  })

  test('404 for a project of no or another account, for a deleted one, and for a person without a seat', async () => {
    const { scene: at, input } = await steering()
    const other = await makeAccount(at, 'Initech')
    const loose = await emptyProject(at.owner)
    const theirs = await makeAccountProject(at, other)
    const gone = await makeAccountProject(at, input.id)
    await at.owner.call(deleteProject, { id: gone })
    const wrong = [
      { projectId: loose },
      { projectId: theirs },
      { projectId: gone },
      { userId: at.clientId },
      { id: other },
    ]
    for (const change of wrong) {
      const call = () => at.owner.call(setClientPortalProjectAccess, { ...input, ...change })
      expectError(await unchanged(server, call), 404, 'not_found')
    }
  })

  test('404 after the account is archived, because its seats are deleted', async () => {
    const { scene: at, input } = await steering()
    await at.owner.call(archiveClientAccount, { id: input.id })
    const call = () => at.owner.call(setClientPortalProjectAccess, input)
    expectError(await unchanged(server, call), 404, 'not_found')
  })

  test('200 or 404 for concurrent grants while the seat is removed: no grant is left', async () => {
    const { scene: at, input } = await steering()
    const { replies } = await racing(60, (caller) =>
      caller === 30
        ? at.owner.call(removeClientPortalMember, { id: input.id, userId: input.userId })
        : at.owner.call(setClientPortalProjectAccess, input),
    )
    expect(replies[30]!.status).toBe(200)
    expect(replies.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    expect(await at.rows('project_grant')).toEqual([])
  })
})

describe('listClientPortalProjectAccess', () => {
  administratorsOnly(server, listClientPortalProjectAccess, shared)
  absentAlike(server, listClientPortalProjectAccess, ['userId'], shared)

  test('200 lists the grants of the seat, without legacy shares and deleted projects', async () => {
    const { scene: at, userId, projectId, input } = await shared()
    const loose = await emptyProject(at.owner)
    const gone = await makeAccountProject(at, input.id)
    await at.grant(loose, userId, 'steer')
    await at.owner.call(setClientPortalProjectAccess, { ...input, projectId: gone, body: { canSteer: true } })
    await at.owner.call(deleteProject, { id: gone })
    const { body } = await at.owner.call(listClientPortalProjectAccess, input)
    expect(body).toEqual([
      {
        projectId,
        projectName: expect.stringContaining('Empty') as string,
        canSteer: true,
        grantedAt: expect.any(String) as string,
      },
    ])
  })
})

describe('removeClientPortalProjectAccess', () => {
  administratorsOnly(server, removeClientPortalProjectAccess, shared)
  absentAlike(server, removeClientPortalProjectAccess, ['userId', 'projectId'], shared)

  test('200 removes one grant and keeps the seat and other sources of access', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    await at.grant(projectId, userId, 'view')
    expect((await at.owner.call(removeClientPortalProjectAccess, input)).status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: false })
    expect((await at.rows('seat')).length).toBe(1)
    expect((await auditOf(server, at.workspace, projectId)).at(-1)).toMatchObject({
      action: 'seat.unshare',
      details: { projectId, userId, clientAccountId: input.id },
    })
    const again = await unchanged(server, () => at.owner.call(removeClientPortalProjectAccess, input))
    expectError(again, 404, 'not_found')
    const foreign = { ...input, userId: uuidv7() }
    expectError(await at.owner.call(removeClientPortalProjectAccess, foreign), 404, 'not_found')
  })
})
