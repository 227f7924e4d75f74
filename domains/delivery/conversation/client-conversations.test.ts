import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { deleteCycle } from '../cycles/contract.ts'
import { addTaskComment, listClientConversations, sendCycleMessage, sendProjectMessage } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const shared = async () => {
    const id = await emptyProject(at.owner)
    await at.grant(id, at.clientId, 'steer')
    return id
  }
  const say = async (id: string, content: string, caller = at.client) =>
    expect((await caller.call(sendProjectMessage, { id, body: { content } })).status).toBe(201)
  return { at, shared, say }
}

test.runIf(isLong)(
  '200 lists conversations of clients, unanswered ones first, with the last words of the client',
  async () => {
    const { at, shared, say } = await world()
    const answered = await shared()
    const waiting = await shared()
    const silent = await shared()
    await say(silent, 'Only the agency speaks here.', at.owner)
    await say(waiting, 'First.')
    await say(waiting, 'Answered.', at.owner)
    await say(waiting, `Again: ${'x'.repeat(600)}`)
    await say(answered, 'Thank you.')
    await say(answered, 'You are welcome.', at.member)
    const reply = await at.member.call(listClientConversations)
    expect(reply).toMatchObject({
      status: 200,
      body: [
        { projectId: waiting, cycleId: null, taskId: null, messages: 3, waits: true },
        { projectId: answered, messages: 2, waits: false, excerpt: 'Thank you.', authorName: expect.any(String) },
      ],
    })
    expect(reply.body).toHaveLength(2)
    const [{ excerpt }] = reply.body as unknown as [{ excerpt: string }]
    expect([excerpt.slice(0, 8), excerpt.length]).toEqual(['Again: x', 500])
  },
)

test('200 distinguishes conversations of cycles and tasks, without a deleted cycle’s', async () => {
  const { at, shared } = await world()
  const projectId = await shared()
  const kept = await cycleIn(server, at, projectId)
  const gone = await cycleIn(server, at, projectId)
  const task = await taskIn(server, at, { projectId, cycleId: kept }, 'queued')
  for (const id of [kept, gone])
    expect((await at.client.call(sendCycleMessage, { id, body: { content: 'Now?' } })).status).toBe(200)
  expect((await at.client.call(addTaskComment, { id: task.id, body: { body: 'Here?' } })).status).toBe(201)
  expect((await at.owner.call(deleteCycle, { id: gone })).status).toBe(200)
  const { body } = await at.owner.call(listClientConversations)
  expect(body).toMatchObject([
    { cycleId: kept, taskId: task.id, excerpt: 'Here?', cycleTitle: expect.any(String) },
    { cycleId: kept, taskId: null, excerpt: 'Now?' },
  ])
})

test('200 has only conversations of its projects for a key that names projects, and none of another workspace', async () => {
  const { at, shared, say } = await world()
  const mine = await shared()
  const other = await shared()
  await say(mine, 'Mine.')
  await say(other, 'Other.')
  const { caller } = await at.join('member', { projectIds: [mine] })
  expect((await caller.call(listClientConversations)).body).toMatchObject([{ projectId: mine }])
  const neighbour = await scene(server)
  expect(await neighbour.owner.call(listClientConversations)).toMatchObject({ status: 200, body: [] })
})

test('403 for a client', async () => {
  const { at, shared, say } = await world()
  await say(await shared(), 'Mine.')
  expectError(await unchanged(server, () => at.client.call(listClientConversations)), 403, 'forbidden')
})
