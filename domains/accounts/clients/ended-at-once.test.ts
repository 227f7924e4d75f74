import { expect, test } from 'vitest'
import type { Caller } from '../../../testing/caller.ts'
import { cycleIn } from '../../../testing/cycles.ts'
import { framesOf } from '../../../testing/network/frames.ts'
import { expectError } from '../../../testing/refusals.ts'
import { admitted, seated } from '../../../testing/clients/portals.ts'
import { testServer } from '../../../testing/server.ts'
import { signIn } from '../../../testing/people/sessions.ts'
import { archiveClientAccount, removeClientAccountProject } from './contract/accounts.ts'
import { streamCycle } from '../../delivery/cycles/contract.ts'
import { getProject } from '../../code/projects/contract.ts'
import {
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  removeWorkspacePortalClient,
  removeWorkspacePortalProjectAccess,
  setClientPortalProjectAccess,
  setWorkspacePortalProjectAccess,
} from './contract/portals.ts'

const server = await testServer()

const follow = async (caller: Caller, id: string) => framesOf(await caller.open(streamCycle, { id }))

/** A client who follows a cycle with a key and with a session, by a seat that steers its project. */
const followedBySeat = async () => {
  const made = await seated(server)
  const { scene: world, accountId: id, userId, projectId, holder } = made
  await world.owner.call(setClientPortalProjectAccess, { id, userId, projectId, body: { canSteer: true } })
  const cycleId = await cycleIn(server, world, projectId)
  const session = await signIn(server, userId, { workspace: world.workspace })
  return { ...made, id, cycleId, session, streams: [await follow(holder, cycleId), await follow(session, cycleId)] }
}
const followedByClient = async () => {
  const made = await admitted(server)
  const { scene: world, userId, projectId, holder } = made
  await world.owner.call(setWorkspacePortalProjectAccess, { userId, projectId, body: { canSteer: true } })
  const cycleId = await cycleIn(server, world, projectId)
  return { ...made, streams: [await follow(holder, cycleId)] }
}
const expectEnded = async (streams: AsyncGenerator[]) => {
  for (const frames of streams) expect(await frames.next()).toMatchObject({ done: true })
}

test('the streams of a seat end when its grant is taken away', async () => {
  const { scene: world, id, userId, projectId, holder, session, streams } = await followedBySeat()
  await world.owner.call(removeClientPortalProjectAccess, { id, userId, projectId })
  await expectEnded(streams)
  for (const caller of [holder, session])
    expectError(await caller.call(getProject, { id: projectId }), 404, 'not_found')
})

test('the streams of a seat end with the seat, and so do its key and session', async () => {
  const { scene: world, id, userId, projectId, holder, session, streams } = await followedBySeat()
  await world.owner.call(removeClientPortalMember, { id, userId })
  await expectEnded(streams)
  for (const caller of [holder, session])
    expectError(await caller.call(getProject, { id: projectId }), 401, 'unauthenticated')
})

test('the streams of a seat end when its account is archived, and when the project leaves the account', async () => {
  const one = await followedBySeat()
  const other = await followedBySeat()
  await one.scene.owner.call(archiveClientAccount, { id: one.id })
  await other.scene.owner.call(removeClientAccountProject, { id: other.id, projectId: other.projectId })
  await expectEnded([...one.streams, ...other.streams])
})

test('the streams of a client of the portal end with the share, and with the relationship', async () => {
  const one = await followedByClient()
  const other = await followedByClient()
  await one.scene.owner.call(removeWorkspacePortalProjectAccess, { userId: one.userId, projectId: one.projectId })
  await other.scene.owner.call(removeWorkspacePortalClient, { userId: other.userId })
  await expectEnded([...one.streams, ...other.streams])
})

test('a stream stays open when steer becomes view, and steering is refused at once', async () => {
  const { scene: world, id, userId, projectId, holder, cycleId } = await followedBySeat()
  await world.owner.call(setClientPortalProjectAccess, { id, userId, projectId, body: { canSteer: false } })
  expect((await holder.call(getProject, { id: projectId })).body).toMatchObject({ canSteer: false })
  expect((await holder.open(streamCycle, { id: cycleId })).status).toBe(200)
})
