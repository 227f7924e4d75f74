import { expect, test } from 'vitest'
import { auditOf, refusalsOf } from '../../../../testing/audit/audit-chain.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listEvents } from '../../../record/events/contract.ts'
import { listMembers, updateMember } from '../contract/members.ts'

const server = await testServer()

const withMember = async () => {
  const world = await scene(server)
  const { userId, caller } = await world.join('member')
  return { scene: world, userId, caller, input: { userId, body: { role: 'admin' } } }
}

const roleOf = async ({ rows }: Scene, id: string) =>
  (await rows('membership')).find(({ user_id: userId }) => userId === id)?.role

test('200 changes the permissions of a member from their next request', async () => {
  const { scene: world, userId, caller } = await withMember()
  const other = await world.join('member')
  expect((await caller.call(updateMember, { userId: other.userId, body: { role: 'admin' } })).status).toBe(403)
  const { status, body } = await world.owner.call(updateMember, { userId, body: { role: 'admin' } })
  expect([status, body]).toMatchObject([200, { userId, role: 'admin' }])
  expect((await world.owner.call(listMembers)).body).toContainEqual(body)
  expect((await caller.call(updateMember, { userId: other.userId, body: { role: 'admin' } })).status).toBe(200)
  await world.owner.call(updateMember, { userId, body: { role: 'member' } })
  expect((await caller.call(updateMember, { userId: other.userId, body: { role: 'member' } })).status).toBe(403)
})

test('200 leaves one audit row and one event; a repeat leaves a row that marks it, and no event', async () => {
  const { scene: world, userId, input } = await withMember()
  await world.owner.call(updateMember, input)
  await world.owner.call(updateMember, input)
  expect(await auditOf(server, world.workspace, userId)).toMatchObject([
    {
      action: 'member.change_role',
      severity: 'notice',
      resourceType: 'member',
      details: { from: 'member', to: 'admin' },
    },
    { action: 'member.change_role', details: { from: 'admin', to: 'admin', repeated: true } },
  ])
  expect(await world.eventNames(userId)).toEqual(['member.role_changed'])
  const { body } = await world.owner.call(listEvents, { query: { eventType: 'member.role_changed' } })
  expect(body).toMatchObject([{ entityType: 'member', entityId: userId }])
})

test('200 for an administrator who changes another administrator or themselves', async () => {
  const { scene: world, userId } = await withMember()
  const [one, other] = await Promise.all([world.join('admin'), world.join('admin')])
  for (const target of [userId, other.userId, one.userId])
    expect((await one.caller.call(updateMember, { userId: target, body: { role: 'member' } })).status).toBe(200)
  expect((await one.caller.call(updateMember, { userId, body: { role: 'admin' } })).status).toBe(403)
})

test('403 for an administrator who changes an owner, also beside another owner', async () => {
  const { scene: world } = await withMember()
  const [owner, admin] = await Promise.all([world.join('owner'), world.join('admin')])
  const reply = await unchanged(server, () =>
    admin.caller.call(updateMember, { userId: owner.userId, body: { role: 'member' } }),
  )
  expectError(reply, 403, 'owner_only')
  expect(await refusalsOf(server, world.workspace)).toMatchObject([
    { action: 'member.change_role', outcome: 'denied', resourceType: 'member', resourceId: owner.userId },
  ])
})

test('404 for a client, the same as for an unknown member', async () => {
  const { scene: world } = await withMember()
  const reply = await unchanged(server, () =>
    world.owner.call(updateMember, { userId: world.clientId, body: { role: 'admin' } }),
  )
  expectError(reply, 404, 'not_found')
})

test.each([{}, { role: 'owner' }, { role: 'client' }, { role: null }])('400 for the body %j', async (body) => {
  const { scene: world, userId } = await withMember()
  expectError(await unchanged(server, () => world.owner.call(updateMember, { userId, body })), 400, 'invalid_request')
})

test('409 for the last owner, and 200 beside another owner', async () => {
  const world = await scene(server)
  const { userId, caller } = await world.join('owner')
  const first = (await world.rows('membership')).find(({ role, user_id: id }) => role === 'owner' && id !== userId)!
  const body = { role: 'admin' }
  expect((await caller.call(updateMember, { userId: first.user_id, body })).status).toBe(200)
  expectError(await unchanged(server, () => caller.call(updateMember, { userId, body })), 409, 'last_owner')
})

test('200 once, and then as a repeat, for concurrent callers that change one role', async () => {
  const { scene: world, userId, input } = await withMember()
  const { statuses } = await racing(crowd, () => world.owner.call(updateMember, input))
  expect(statuses).toEqual({ 200: crowd })
  expect(await world.eventNames(userId)).toEqual(['member.role_changed'])
  const rows = await auditOf(server, world.workspace, userId)
  expect(rows.filter(({ details }) => !details.repeated)).toHaveLength(1)
})

test('200 or 409 for two last owners who demote each other at once: one stays owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const world = await scene(server)
    const other = await world.join('owner')
    const owners = (await world.rows('membership')).filter(({ role }) => role === 'owner').map((row) => row.user_id)
    const callers = [world.owner, other.caller]
    const { replies } = await racing(40, (at) =>
      callers[at % 2]!.call(updateMember, { userId: owners[(at >> 1) % 2], body: { role: 'member' } }),
    )
    for (const { status } of replies) expect([200, 403, 409]).toContain(status)
    expect((await world.rows('membership')).filter(({ role }) => role === 'owner')).toHaveLength(1)
  }
})

test('403 for a request of an administrator that runs after their demotion', async () => {
  const { scene: world, userId } = await withMember()
  const admin = await world.join('admin')
  const { statuses } = await racing(40, (at) =>
    at === 20
      ? world.owner.call(updateMember, { userId: admin.userId, body: { role: 'member' } })
      : admin.caller.call(updateMember, { userId, body: { role: at % 2 ? 'admin' : 'member' } }),
  )
  expect(Object.keys(statuses).filter((status) => !['200', '403'].includes(status))).toEqual([])
  const chain = await auditOf(server, world.workspace, admin.userId)
  const later = (await auditOf(server, world.workspace, userId)).filter(({ position }) => position > chain[0]!.position)
  expect(later).toEqual([])
  expect(await roleOf(world, admin.userId)).toBe('member')
})
