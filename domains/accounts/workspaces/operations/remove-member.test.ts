import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { listProjects } from '../../../code/projects/contract.ts'
import { listMembers, removeMember } from '../contract/members.ts'

const server = await testServer()

const withMember = async () => {
  const world = await scene(server)
  const { userId, caller } = await world.join('member')
  return { scene: world, userId, caller, input: { userId } }
}

test('200 ends a member’s place and keys from their next request', async () => {
  const { scene: world, userId, caller } = await withMember()
  expect((await caller.call(listProjects)).status).toBe(200)
  const { status, body } = await world.owner.call(removeMember, { userId })
  expect([status, body]).toEqual([200, { message: expect.stringMatching(/^member is no longer/) as string }])
  expectError(await caller.call(listProjects), 401, 'unauthenticated')
  expect(JSON.stringify((await world.owner.call(listMembers)).body)).not.toContain(userId)
  expect(await asOwner(server, 'select id from api_key where user_id = $1', [userId])).toEqual([])
})

test('200 removes the member’s shared projects, and nothing else', async () => {
  const { scene: world, userId } = await withMember()
  const projectId = await emptyProject(world.owner)
  await world.grant(projectId, userId, 'steer')
  await world.grant(projectId, world.clientId, 'view')
  await world.owner.call(removeMember, { userId })
  expect((await world.rows('project_grant')).map((row) => row.user_id)).toEqual([world.clientId])
})

test('200 keeps the person’s places and keys in other workspaces', async () => {
  const { scene: world, userId } = await withMember()
  const elsewhere = await scene(server)
  const values = [elsewhere.workspace, userId]
  const text = `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`
  await server.database.identity((tx) => tx.query({ text, values }))
  await world.owner.call(removeMember, { userId })
  expect(JSON.stringify((await elsewhere.owner.call(listMembers)).body)).toContain(userId)
})

test('200 leaves one audit row and one event', async () => {
  const { scene: world, userId } = await withMember()
  await world.owner.call(removeMember, { userId })
  expect(await auditOf(server, world.workspace, userId)).toMatchObject([
    { action: 'member.remove', category: 'delete', severity: 'notice', details: { role: 'member' } },
  ])
  expect(await world.eventNames(userId)).toEqual(['member.removed'])
})

test('200 for administrators who remove themselves', async () => {
  const world = await scene(server)
  const { userId, caller } = await world.join('admin')
  expect((await caller.call(removeMember, { userId })).status).toBe(200)
  expectError(await caller.call(listMembers), 401, 'unauthenticated')
})

test('403 for an administrator who removes an owner', async () => {
  const world = await scene(server)
  const [owner, admin] = await Promise.all([world.join('owner'), world.join('admin')])
  const reply = await unchanged(server, () => admin.caller.call(removeMember, { userId: owner.userId }))
  expectError(reply, 403, 'owner_only')
})

test('404 for a client', async () => {
  const { owner, clientId } = await scene(server)
  const reply = await unchanged(server, () => owner.call(removeMember, { userId: clientId }))
  expectError(reply, 404, 'not_found')
})

test('409 for the last owner', async () => {
  const { owner, rows } = await scene(server)
  const { user_id: userId } = (await rows('membership')).find(({ role }) => role === 'owner')!
  expectError(await unchanged(server, () => owner.call(removeMember, { userId })), 409, 'last_owner')
})

test('404 for all but one of concurrent callers', async () => {
  const { scene: world, userId } = await withMember()
  const { statuses } = await racing(crowd, () => world.owner.call(removeMember, { userId }))
  expect(statuses).toEqual({ 200: 1, 404: crowd - 1 })
  expect(await world.eventNames(userId)).toEqual(['member.removed'])
})

test('409 for one of two last owners who leave at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const world = await scene(server)
    const other = await world.join('owner')
    const first = (await world.rows('membership')).find((row) => row.role === 'owner' && row.user_id !== other.userId)!
    const replies = await Promise.all([
      world.owner.call(removeMember, { userId: first.user_id }),
      other.caller.call(removeMember, { userId: other.userId }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await world.rows('membership')).filter(({ role }) => role === 'owner')).toHaveLength(1)
  }
})
