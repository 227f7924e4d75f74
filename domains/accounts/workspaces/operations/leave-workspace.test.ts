import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { leaveWorkspace, listMembers } from '../contract/members.ts'

const server = await testServer()

const withMember = async () => {
  const world = await scene(server)
  const { userId, caller } = await world.join('member')
  return { world, userId, key: caller, session: await world.signIn(userId) }
}

test('200 ends the caller’s place, keys and sessions in the workspace', async () => {
  const { world, userId, key, session } = await withMember()
  const { status, body } = await session.call(leaveWorkspace)
  expect([status, body]).toEqual([200, { message: expect.stringMatching(/^You have left/) as string }])
  for (const caller of [key, session]) expectError(await caller.call(listMembers), 401, 'unauthenticated')
  expect(JSON.stringify((await world.owner.call(listMembers)).body)).not.toContain(userId)
})

test('200 leaves one audit row and one event', async () => {
  const { world, userId, session } = await withMember()
  await session.call(leaveWorkspace)
  expect(await auditOf(server, world.workspace, userId)).toMatchObject([
    { action: 'member.leave', category: 'delete', severity: 'notice', actorId: userId, details: { role: 'member' } },
  ])
  expect(await world.eventNames(userId)).toEqual(['member.left'])
})

test('401 without a live session: of ten concurrent requests one leaves', async () => {
  const { session } = await withMember()
  const replies = await Promise.all(Array.from({ length: 10 }, () => session.call(leaveWorkspace)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  for (const status of statuses) expect([200, 401, 403]).toContain(status)
})

test('403 for a key, and for a client', async () => {
  const { world, key } = await withMember()
  for (const caller of [key, world.owner, world.client, await world.signIn(world.clientId)])
    expectError(await unchanged(server, () => caller.call(leaveWorkspace)), 403, 'forbidden')
})

test('409 for the last owner, and for one of two who leave at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const world = await scene(server)
    const other = await world.join('owner')
    const first = (await world.rows('membership')).find((row) => row.role === 'owner' && row.user_id !== other.userId)!
    const sessions = [await world.signIn(first.user_id as string), await world.signIn(other.userId)]
    const replies = await Promise.all(sessions.map((session) => session.call(leaveWorkspace)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = sessions[replies.findIndex(({ status }) => status === 409)]!
    expectError(await unchanged(server, () => left.call(leaveWorkspace)), 409, 'last_owner')
  }
})
