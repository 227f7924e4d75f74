import { expect, test } from 'vitest'
import type { Caller } from '../../../testing/caller.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { framesOf } from '../../../testing/network/frames.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { streamCycle } from '../../delivery/cycles/contract.ts'
import { revokeApiKey } from './contract/keys.ts'
import { listMembers, leaveWorkspace, removeMember, updateMember } from './contract/members.ts'

const server = await testServer()

/** A person who follows a cycle with their key and with their session, and an owner who does as well. */
const followed = async (role: 'admin' | 'member' = 'member') => {
  const world = await scene(server)
  const cycleId = await cycleIn(server, world, await emptyProject(world.owner))
  const { userId, keyId, caller: key } = await world.join(role)
  const session = await world.signIn(userId)
  const follow = async (caller: Caller) => framesOf(await caller.open(streamCycle, { id: cycleId }))
  const byKey = await follow(key)
  const bySession = await follow(session)
  const others = await follow(world.owner)
  const othersEnd = others.next()
  othersEnd.catch(() => undefined)
  return { world, userId, keyId, key, session, byKey, bySession, othersEnd }
}

const going = Symbol('still open')
const isOpen = async (end: Promise<unknown>) =>
  (await Promise.race([end, new Promise((resolve) => setImmediate(() => resolve(going)))])) === going

test('the streams of a removed member end, by key and by session, and the streams of others stay open', async () => {
  const { world, userId, key, session, byKey, bySession, othersEnd } = await followed()
  expect((await world.owner.call(removeMember, { userId })).status).toBe(200)
  for (const caller of [key, session]) expectError(await caller.call(listMembers), 401, 'unauthenticated')
  for (const frames of [byKey, bySession]) expect(await frames.next()).toMatchObject({ done: true })
  expect(await isOpen(othersEnd)).toBe(true)
})

test('the streams of a member who leaves end', async () => {
  const { session, byKey, bySession } = await followed()
  expect((await session.call(leaveWorkspace)).status).toBe(200)
  for (const frames of [byKey, bySession]) expect(await frames.next()).toMatchObject({ done: true })
})

test('the streams of a demoted administrator end, and open again with the new role', async () => {
  const { world, userId, key, byKey, bySession } = await followed('admin')
  await world.owner.call(updateMember, { userId, body: { role: 'member' } })
  for (const frames of [byKey, bySession]) expect(await frames.next()).toMatchObject({ done: true })
  expect((await key.call(listMembers)).status).toBe(200)
})

test('the stream of a revoked key ends, and that of its person’s session stays open', async () => {
  const { world, keyId, session, byKey, bySession } = await followed()
  const sessionEnd = bySession.next()
  await world.owner.call(revokeApiKey, { id: keyId })
  expect(await byKey.next()).toMatchObject({ done: true })
  expect(await isOpen(sessionEnd)).toBe(true)
  expect((await session.call(listMembers)).status).toBe(200)
})
