import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { absentAlike, administratorsOnly, admitted, makeAccount, seatOf } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { testServer } from '../../../testing/server.ts'
import { deleteProject, getProject } from '../../code/projects/contract.ts'
import {
  listWorkspacePortalProjectAccess,
  removeWorkspacePortalProjectAccess,
  setWorkspacePortalProjectAccess,
} from './contract/portals.ts'

const server = await testServer()

const world = async (body?: object) => {
  const made = await admitted(server)
  const { projectId, userId } = made
  return { ...made, input: { userId, projectId, ...(body && { body }) } }
}
const shared = async () => {
  const made = await world()
  await made.scene.owner.call(setWorkspacePortalProjectAccess, { ...made.input, body: { canSteer: true } })
  return made
}

describe('setWorkspacePortalProjectAccess', () => {
  const steering = () => world({ canSteer: true })
  administratorsOnly(server, setWorkspacePortalProjectAccess, steering)
  absentAlike(server, setWorkspacePortalProjectAccess, ['userId', 'projectId'], steering)

  test('200 changes the level from view to steer and back', async () => {
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

  test('200 for a client with only a seat', async () => {
    const { scene: at, projectId, input } = await steering()
    await seatOf(server, at, await makeAccount(at), at.clientId)
    const reply = await at.owner.call(setWorkspacePortalProjectAccess, { ...input, userId: at.clientId })
    expect(reply).toMatchObject({ status: 200, body: { projectId, canSteer: true } })
    expect((await at.client.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: true })
  })

  test('404 for a deleted project, and for a member of the agency who is not a client', async () => {
    const { scene: at, projectId, input } = await steering()
    const { userId } = await at.join('member')
    const call = (change: object) => () => at.owner.call(setWorkspacePortalProjectAccess, { ...input, ...change })
    expectError(await unchanged(server, call({ userId })), 404, 'not_found')
    await at.owner.call(deleteProject, { id: projectId })
    expectError(await unchanged(server, call({})), 404, 'not_found')
  })
})

describe('listWorkspacePortalProjectAccess', () => {
  administratorsOnly(server, listWorkspacePortalProjectAccess, shared)
  absentAlike(server, listWorkspacePortalProjectAccess, ['userId'], shared)

  test('200 lists only explicit shares', async () => {
    const { scene: at, userId, projectId, input } = await shared()
    await at.grant(projectId, userId, 'view')
    expect((await at.owner.call(listWorkspacePortalProjectAccess, input)).body).toMatchObject([
      { projectId, canSteer: true },
    ])
  })
})

describe('removeWorkspacePortalProjectAccess', () => {
  administratorsOnly(server, removeWorkspacePortalProjectAccess, shared)
  absentAlike(server, removeWorkspacePortalProjectAccess, ['userId', 'projectId'], shared)

  test('200 removes one share and keeps other sources of access', async () => {
    const { scene: at, userId, projectId, input, holder } = await shared()
    await at.grant(projectId, userId, 'view')
    expect((await at.owner.call(removeWorkspacePortalProjectAccess, input)).status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: false })
    expect((await auditOf(server, at.workspace, projectId)).at(-1)).toMatchObject({ action: 'portal_client.unshare' })
    const again = await unchanged(server, () => at.owner.call(removeWorkspacePortalProjectAccess, input))
    expectError(again, 404, 'not_found')
  })
})
