import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { withoutRequestId } from '../../../../testing/caller.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { transferOwnership, updateMember } from '../contract/members.ts'

const server = await testServer()

const placesOf = async ({ rows }: Scene) =>
  Object.fromEntries((await rows('membership')).map((row) => [row.user_id as string, row.role as string]))

const withOwner = async () => {
  const world = await scene(server)
  const [owner, target] = await Promise.all([world.join('owner'), world.join('member')])
  return { world, ownerId: owner.userId, targetId: target.userId, session: await world.signIn(owner.userId) }
}

const body = { remainOwner: false }

test('200 makes a member the owner and the caller an administrator', async () => {
  const { world, ownerId, targetId, session } = await withOwner()
  const { status, body: member } = await session.call(transferOwnership, { userId: targetId, body })
  expect([status, member]).toMatchObject([200, { userId: targetId, role: 'owner' }])
  expect(await placesOf(world)).toMatchObject({ [ownerId]: 'admin', [targetId]: 'owner' })
  expectError(
    await unchanged(server, () => session.call(transferOwnership, { userId: ownerId, body })),
    403,
    'owner_only',
  )
})

test('200 makes a member an owner beside the caller', async () => {
  const { world, ownerId, targetId, session } = await withOwner()
  await session.call(transferOwnership, { userId: targetId, body: { remainOwner: true } })
  expect(await placesOf(world)).toMatchObject({ [ownerId]: 'owner', [targetId]: 'owner' })
})

test('200 leaves one audit row with a warning and one event; a repeat is marked as one', async () => {
  const { world, ownerId, targetId, session } = await withOwner()
  await session.call(transferOwnership, { userId: targetId, body: { remainOwner: true } })
  await session.call(transferOwnership, { userId: targetId, body: { remainOwner: true } })
  await session.call(transferOwnership, { userId: ownerId, body })
  expect(await auditOf(server, world.workspace, targetId)).toMatchObject([
    { action: 'member.transfer_ownership', severity: 'warning', details: { from: 'member', remainOwner: true } },
    { action: 'member.transfer_ownership', details: { repeated: true } },
  ])
  expect(await world.eventNames(targetId)).toEqual(['member.ownership_transferred'])
  expect(await placesOf(world)).toMatchObject({ [ownerId]: 'owner' })
})

test('403 for an administrator, a member, and a key of an owner', async () => {
  const { world, targetId } = await withOwner()
  const [admin, member] = await Promise.all([world.join('admin'), world.join('member')])
  const input = { userId: targetId, body }
  const byAdmin = await world.signIn(admin.userId)
  expectError(await unchanged(server, () => byAdmin.call(transferOwnership, input)), 403, 'owner_only')
  for (const caller of [await world.signIn(member.userId), await world.signIn(world.clientId), world.owner])
    expectError(await unchanged(server, () => caller.call(transferOwnership, input)), 403, 'forbidden')
})

test('404, always the same, for a neighbour’s member, a client, an unknown and a malformed id', async () => {
  const [{ world, session }, neighbour] = await Promise.all([withOwner(), withOwner()])
  const ids = [neighbour.targetId, world.clientId, uuidv7(), 'nonsense']
  const replies = await unchanged(server, () =>
    Promise.all(ids.map((userId) => session.call(transferOwnership, { userId, body }))),
  )
  for (const reply of replies) expectError(reply, 404, 'not_found')
  expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
})

test.each([{}, { remainOwner: 'no' }, { remainOwner: false, to: 'me' }])('400 for the body %j', async (wrong) => {
  const { targetId, session } = await withOwner()
  const reply = await unchanged(server, () => session.call(transferOwnership, { userId: targetId, body: wrong }))
  expectError(reply, 400, 'invalid_request')
})

test('200 once and 403 for the other callers that transfer one ownership at once', async () => {
  const { world, ownerId, targetId, session } = await withOwner()
  const other = await world.join('member')
  const { statuses } = await racing(crowd, (at) =>
    session.call(transferOwnership, { userId: at % 2 ? targetId : other.userId, body }),
  )
  expect(statuses).toEqual({ 200: 1, 403: crowd - 1 })
  const places = await placesOf(world)
  expect([places[targetId], places[other.userId]].sort()).toEqual(['member', 'owner'])
  expect(places[ownerId]).toBe('admin')
})

test('200 or 404 for a member who is removed or demoted at once: the workspace keeps an owner', async () => {
  const { world, ownerId, targetId, session } = await withOwner()
  const demote = { userId: ownerId, body: { role: 'member' } }
  await racing(40, (at) =>
    at % 2 ? session.call(transferOwnership, { userId: targetId, body }) : world.owner.call(updateMember, demote),
  )
  expect(Object.values(await placesOf(world))).toContain('owner')
})
