import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { handlersOf } from '../../../../apps/server/domains.ts'
import { callerOf } from '../../../../testing/caller.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { allFrames, framesOf } from '../../../../testing/network/frames.ts'
import { listenAgain } from '../../../../testing/network/listener.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { streamTask, updateTask } from '../contract.ts'
import { moveTask } from '../move.ts'
import type { TaskStatus } from '../rules.ts'

// No engine runs here: the test itself moves the tasks, and so decides the events and their times.
const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: TaskStatus = 'queued') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const task = await taskIn(server, at, { projectId, cycleId }, status)
  const move = async (...to: TaskStatus[]) => {
    for (const each of to)
      await server.database.within(at.workspace, async (tx) => moveTask(tx, task, each, await tx.now()))
  }
  return { scene: at, projectId, move, input: { id: task.id } }
}
const statusesIn = (frames: readonly { data: { status: TaskStatus } }[]) => frames.map(({ data }) => data.status)

test('200 sends one frame per status change, and the end after a terminal one', async () => {
  const { scene: at, input, move } = await world('building')
  await move('testing', 'building', 'testing', 'reviewing', 'approved', 'merging', 'merged', 'done')
  const response = await at.owner.open(streamTask, input)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const frames = await allFrames(response)
  expect(statusesIn(frames)).toEqual([
    'queued',
    'building',
    'testing',
    'building',
    'testing',
    'reviewing',
    'approved',
    'merging',
    'merged',
    'done',
  ])
  expect(frames[0]).toEqual({
    event: 'status',
    id: expect.stringMatching(/^\d+$/),
    data: { taskId: input.id, status: 'queued', at: expect.stringMatching(/\.\d{3}Z$/) },
  })
})

test.each(['done', 'failed'] as const)('200 sends a change when it happens, and ends with %s', async (last) => {
  const { scene: at, input, move } = await world()
  const frames = framesOf(await at.owner.open(streamTask, input))
  expect((await frames.next()).value).toMatchObject({ data: { status: 'queued' } })
  for (const status of ['building', 'testing'] as const) {
    await move(status)
    expect((await frames.next()).value).toMatchObject({ event: 'status', data: { taskId: input.id, status } })
  }
  await move(last)
  expect(statusesIn(await Array.fromAsync(frames))).toEqual([last])
})

test('200 sends no frame for a status that a person sets again', async () => {
  const { scene: at, input } = await world()
  for (const status of ['queued', 'testing', 'testing', 'failed'] as const)
    expect(await at.owner.call(updateTask, { ...input, body: { status } })).toMatchObject({
      status: 200,
      body: { status },
    })
  expect(statusesIn(await allFrames(await at.owner.open(streamTask, input)))).toEqual(['queued', 'testing', 'failed'])
})

test('200 resumes after any frame without a gap or a repeat', async () => {
  const { scene: at, input, move } = await world('building')
  await move('testing', 'reviewing', 'failed')
  const whole = await allFrames(await at.owner.open(streamTask, input))
  for (const [index, { id }] of whole.entries()) {
    const rest = await allFrames(await at.owner.open(streamTask, { ...input, headers: { 'last-event-id': id! } }))
    expect(rest).toEqual(whole.slice(index + 1))
  }
})

test('200 with the same error frame for an unknown or malformed id, a neighbour’s task and one of a deleted project', async () => {
  const [{ scene: at }, neighbour, deleted] = await Promise.all([world(), world(), world()])
  await deleted.scene.owner.call(deleteProject, { id: deleted.projectId })
  const ask = async (caller: typeof at.owner, id: string) => {
    const response = await caller.open(streamTask, { id })
    return { status: response.status, frames: await allFrames(response) }
  }
  const error = { event: 'error', id: undefined, data: { error: 'There is no such task in this workspace.' } }
  for (const id of [uuidv7(), 'nonsense', neighbour.input.id])
    expect(await ask(at.owner, id)).toEqual({ status: 200, frames: [error] })
  expect(await ask(deleted.scene.owner, deleted.input.id)).toEqual({ status: 200, frames: [error] })
})

test('404 for a client without a grant, 200 with one', async () => {
  const { scene: at, projectId, input } = await world('failed')
  expect(await at.client.call(streamTask, input)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  await at.grant(projectId, at.clientId, 'view')
  expect(statusesIn(await allFrames(await at.client.open(streamTask, input)))).toEqual(['queued', 'failed'])
})

test('200 for ten readers, who receive the same frames', async () => {
  const { scene: at, input, move } = await world()
  const readers = await Promise.all(Array.from({ length: 10 }, () => at.owner.open(streamTask, input)))
  const reading = readers.map((response) => allFrames(response))
  await move('building', 'testing', 'failed')
  const seen = await Promise.all(reading)
  for (const frames of seen) expect(frames).toEqual(seen[0])
  expect(statusesIn(seen[0]!)).toEqual(['queued', 'building', 'testing', 'failed'])
})

test('200 sends a keepalive while nothing happens', async () => {
  const { scene: at, input } = await world()
  const caller = callerOf(await listenAgain(server, { keepaliveMs: 20 }), at.owner.key)
  const leave = new AbortController()
  const frames = framesOf(await caller.open(streamTask, input, { signal: leave.signal }))
  // The first keepalive may overtake the first status, which has to be read.
  while ((await frames.next()).value?.event === 'keepalive');
  for (let count = 0; count < 3; count += 1)
    expect((await frames.next()).value).toMatchObject({ event: 'keepalive', data: {} })
  leave.abort()
})

test('a stream ends after its lifetime, and the next one resumes there', async () => {
  expect(streamTask.replies[200].lifetimeMs).toBe(20 * 60_000)
  const { scene: at, input, move } = await world()
  const handlers = handlersOf(server.parts).map((handler) => {
    if (handler.operation.id !== 'streamTask') return handler
    const replies = { 200: { ...streamTask.replies[200], lifetimeMs: 1_500 } }
    return { ...handler, operation: { ...handler.operation, replies } }
  })
  const caller = callerOf(await listenAgain(server, { handlers }), at.owner.key)
  const first = await allFrames(await caller.open(streamTask, input))
  expect(statusesIn(first)).toEqual(['queued'])
  await move('failed')
  const rest = await allFrames(
    await caller.open(streamTask, { ...input, headers: { 'last-event-id': first.at(-1)!.id! } }),
  )
  expect(statusesIn(rest)).toEqual(['failed'])
})

test('a stream ends when its key is revoked', async () => {
  const { scene: at, input } = await world()
  const { caller, keyId } = await at.join('member')
  const frames = framesOf(await caller.open(streamTask, input))
  await frames.next()
  await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [keyId])
  expect(await frames.next()).toMatchObject({ done: true })
})
