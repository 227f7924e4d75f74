import { describe, expect, test } from 'vitest'
import {
  absentAlike,
  administratorsOnly,
  makeAccount,
  makeAccountProject,
  seated,
} from '../../../testing/clients/portals.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { setClientPortalProjectAccess } from './contract/portals.ts'
import { deleteProject, getProject, listProjects } from '../../code/projects/contract.ts'
import {
  addClientAccountProject,
  archiveClientAccount,
  listClientAccountProjects,
  removeClientAccountProject,
} from './contract/accounts.ts'

const server = await testServer()

const globex = async () => {
  const world = await scene(server)
  const id = await makeAccount(world)
  const projectId = await emptyProject(world.owner)
  return { scene: world, id, projectId, input: { id, projectId } }
}
const placed = async () => {
  const world = await scene(server)
  const id = await makeAccount(world)
  const projectId = await makeAccountProject(world, id)
  return { scene: world, id, projectId, input: { id, projectId } }
}

describe('listClientAccountProjects', () => {
  test('200 lists only the projects of this account, newest first, without deleted ones', async () => {
    const { scene: world, id, projectId } = await placed()
    await makeAccountProject(world, await makeAccount(world, 'Initech'))
    const gone = await makeAccountProject(world, id)
    const newer = await makeAccountProject(world, id)
    await world.owner.call(deleteProject, { id: gone })
    const { status, body } = await world.member.call(listClientAccountProjects, { id })
    expect([status, (body as { id: string }[]).map((one) => one.id)]).toEqual([200, [newer, projectId]])
    const page = await world.member.call(listClientAccountProjects, { id, query: { limit: 1 } })
    expect([page.body.length, page.headers.get('link')]).toEqual([1, expect.stringContaining('cursor=')])
  })
})

describe('addClientAccountProject', () => {
  administratorsOnly(server, addClientAccountProject, globex)
  absentAlike(server, addClientAccountProject, ['projectId'], globex)

  test('200 assigns a project without granting access; a repeat writes no event', async () => {
    const { scene: world, id, projectId, input } = await globex()
    expect(await world.owner.call(addClientAccountProject, input)).toMatchObject({
      status: 200,
      body: { id: projectId },
    })
    expect((await world.owner.call(addClientAccountProject, input)).status).toBe(200)
    expect(await world.rows('project_grant')).toEqual([])
    expect((await auditOf(server, world.workspace, id)).slice(1)).toMatchObject([
      { action: 'client_account.add_project', details: { projectId } },
      { action: 'client_account.add_project', details: { projectId, repeated: true } },
    ])
    expect(await world.eventNames(id)).toEqual(['client_account.created', 'client_account.project_added'])
  })

  test('409 for a project of another account, and for an archived account', async () => {
    const { scene: world, id, projectId, input } = await globex()
    const other = await makeAccount(world, 'Initech')
    await world.owner.call(addClientAccountProject, { id: other, projectId })
    const elsewhere = await unchanged(server, () => world.owner.call(addClientAccountProject, input))
    expectError(elsewhere, 409, 'project_of_another_account')
    await world.owner.call(archiveClientAccount, { id })
    const late = await unchanged(server, () => world.owner.call(addClientAccountProject, input))
    expectError(late, 409, 'client_account_archived')
  })

  test('200 for callers of one account, 409 for callers of the other account, that add one project at once', async () => {
    const { scene: world, id, projectId } = await globex()
    const other = await makeAccount(world, 'Initech')
    const call = (at: number) => world.owner.call(addClientAccountProject, { id: [id, other][at % 2]!, projectId })
    expect((await racing(crowd, call)).statuses).toEqual({ 200: crowd / 2, 409: crowd / 2 })
  })
})

describe('removeClientAccountProject', () => {
  administratorsOnly(server, removeClientAccountProject, placed)
  absentAlike(server, removeClientAccountProject, ['projectId'], placed)

  test('200 removes the grants of its seats, and keeps others', async () => {
    const { scene: world, accountId, projectId, userId, holder } = await seated(server)
    const path = { id: accountId, userId, projectId }
    await world.owner.call(setClientPortalProjectAccess, { ...path, body: { canSteer: true } })
    await world.grant(projectId, world.clientId, 'view')
    expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: true })
    const { status } = await world.owner.call(removeClientAccountProject, { id: accountId, projectId })
    expect(status).toBe(200)
    expect((await holder.call(getProject, { id: projectId })).status).toBe(404)
    expect((await holder.call(listProjects)).body).toEqual([])
    expect((await world.client.call(getProject, { id: projectId })).status).toBe(200)
    expect((await auditOf(server, world.workspace, accountId)).at(-1)).toMatchObject({
      action: 'client_account.remove_project',
      details: { projectId, grants: 1 },
    })
    expect((await world.eventNames(accountId)).at(-1)).toBe('client_account.project_removed')
  })

  test('404 for a project of another account, and for one removed already', async () => {
    const { scene: world, id, projectId, input } = await placed()
    const other = await makeAccount(world, 'Initech')
    const wrong = () => world.owner.call(removeClientAccountProject, { id: other, projectId })
    expectError(await unchanged(server, wrong), 404, 'not_found')
    expect((await world.owner.call(removeClientAccountProject, { id: id.toUpperCase(), projectId })).status).toBe(200)
    const again = await unchanged(server, () => world.owner.call(removeClientAccountProject, input))
    expectError(again, 404, 'not_found')
  })
})
