import { expect, test } from 'vitest'
import { callerOf } from '../../../../testing/caller.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { allFrames, framesOf, type ReadFrame } from '../../../../testing/network/frames.ts'
import { listenAgain } from '../../../../testing/network/listener.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { revoke, type Credentials } from '../../../../platform/access/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { streamCycle } from '../contract.ts'
import { moveCycle } from '../move.ts'
import type { CycleMove, CycleStatus } from '../rules.ts'

// No engine runs here: the test itself moves the cycles, and so decides the events and their times.
const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: CycleStatus = 'draft') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId, status) } }
}
const ended = async () => {
  const made = await world()
  await moveAll(made.scene, made.input.id, ['execute', 'start', 'review', 'complete'])
  return made
}

const moveAll = async ({ workspace }: Scene, id: string, moves: readonly CycleMove[]) => {
  for (const move of moves)
    await server.database.within(workspace, async (tx) => moveCycle(tx, id, move, await tx.now()))
}
const namesOf = (frames: readonly ReadFrame[]) =>
  frames.map(({ event }) => event).filter((name) => name !== 'keepalive')
const lived = ['cycle.planning', 'cycle.running', 'cycle.reviewing', 'cycle.completed']

test('200 streams every event of the cycle and its tasks in order, until the run ends', async () => {
  const { scene: at, projectId, input } = await world()
  await moveAll(at, input.id, ['execute', 'start'])
  const task = await taskIn(server, at, { projectId, cycleId: input.id }, 'building')
  await cycleIn(server, at, projectId)
  await moveAll(at, input.id, ['review', 'complete'])
  const response = await at.owner.open(streamCycle, input)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const frames = await allFrames(response)
  expect(namesOf(frames)).toEqual([
    'cycle.planning',
    'cycle.running',
    'task.queued',
    'task.building',
    ...lived.slice(2),
  ])
  expect(frames.map(({ id, event }) => [id, event])).toEqual(
    frames.map(({ data }) => [String(data.position), data.eventType]),
  )
  expect(frames[3]!.data).toEqual({
    id: expect.any(String),
    position: expect.any(Number),
    eventType: 'task.building',
    traceId: null,
    entityType: 'task',
    entityId: task.id,
    projectId,
    cycleId: input.id,
    taskId: task.id,
    payload: { status: 'building' },
    occurredAt: expect.stringMatching(/\.\d{3}Z$/),
  })
})

test('200 resumes after any event without a gap or a repeat', async () => {
  const { scene: at, input } = await ended()
  const whole = await allFrames(await at.owner.open(streamCycle, input))
  for (const [index, { id }] of whole.entries()) {
    const rest = await allFrames(await at.owner.open(streamCycle, { ...input, headers: { 'last-event-id': id! } }))
    expect(rest).toEqual(whole.slice(index + 1))
  }
  for (const id of ['', 'nonsense', '-1', '1e3', '9'.repeat(40)])
    expect(await allFrames(await at.owner.open(streamCycle, { ...input, headers: { 'last-event-id': id } }))).toEqual(
      whole,
    )
})

test('200 sends an event when it happens, and the events of a second run after the first run’s', async () => {
  const { scene: at, input } = await world()
  await moveAll(at, input.id, ['execute', 'stop', 'stopped', 'execute'])
  const frames = framesOf(await at.owner.open(streamCycle, input))
  for (const name of ['cycle.planning', 'cycle.stopping', 'cycle.stopped', 'cycle.planning'])
    expect((await frames.next()).value).toMatchObject({ data: { eventType: name } })
  for (const [move, name] of [
    ['start', 'cycle.running'],
    ['block', 'cycle.blocked'],
    ['unblock', 'cycle.running'],
  ] as const) {
    await moveAll(at, input.id, [move])
    expect((await frames.next()).value).toMatchObject({ event: name, data: { eventType: name } })
  }
  await moveAll(at, input.id, ['review', 'complete'])
  expect(namesOf(await Array.fromAsync(frames))).toEqual(lived.slice(2))
})

test('200 for ten readers: each receives the events of fifty concurrent transactions in one order', async () => {
  const { scene: at, projectId, input } = await world()
  await moveAll(at, input.id, ['execute', 'start'])
  const readers = await Promise.all(Array.from({ length: 10 }, () => at.owner.open(streamCycle, input)))
  const reading = readers.map((response) => allFrames(response))
  await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      taskIn(server, at, { projectId, cycleId: input.id }, 'queued', number + 1),
    ),
  )
  await moveAll(at, input.id, ['review', 'complete'])
  const seen = await Promise.all(reading)
  expect(namesOf(seen[0]!)).toEqual([
    'cycle.planning',
    'cycle.running',
    ...Array<string>(50).fill('task.queued'),
    ...lived.slice(2),
  ])
  const ids = seen[0]!.map(({ id }) => Number(id))
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  for (const frames of seen) expect(frames).toEqual(seen[0])
})

test('200 sends a keepalive while nothing happens', async () => {
  const { scene: at, input } = await world()
  const caller = callerOf(await listenAgain(server, { keepaliveMs: 20 }), at.owner.key)
  const leave = new AbortController()
  const frames = framesOf(await caller.open(streamCycle, input, { signal: leave.signal }))
  for (let count = 0; count < 3; count += 1)
    expect((await frames.next()).value).toEqual({ event: 'keepalive', id: undefined, data: {} })
  leave.abort()
})

test('a stream ends when its key is revoked, and others stay open', async () => {
  const { scene: at, input } = await world()
  const { caller, keyId } = await at.join('member')
  const theirs = framesOf(await caller.open(streamCycle, input))
  const others = framesOf(await at.owner.open(streamCycle, input))
  await moveAll(at, input.id, ['execute'])
  expect((await theirs.next()).value).toMatchObject({ data: { eventType: 'cycle.planning' } })
  await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [keyId])
  expect(await theirs.next()).toMatchObject({ done: true })
  await moveAll(at, input.id, ['start', 'review', 'complete'])
  expect(namesOf(await Array.fromAsync(others))).toEqual(lived)
})

test('a stream ends without an event after its grant was deleted without a notification', async () => {
  const { scene: at, projectId, input } = await world()
  await at.grant(projectId, at.clientId, 'view')
  const frames = framesOf(await at.client.open(streamCycle, input))
  await asOwner(server, 'delete from project_grant where user_id = $1', [at.clientId])
  expect(await frames.next()).toMatchObject({ done: true })
})

test('a client whose share was removed receives no further event, and other readers do', async () => {
  const { scene: at, projectId, input } = await world()
  await at.grant(projectId, at.clientId, 'view')
  const theirs = framesOf(await at.client.open(streamCycle, input))
  const others = framesOf(await at.owner.open(streamCycle, input))
  await moveAll(at, input.id, ['execute'])
  for (const frames of [others, theirs])
    expect((await frames.next()).value).toMatchObject({ data: { eventType: 'cycle.planning' } })
  await server.database.within(at.workspace, async (tx) => {
    await tx.query({ text: 'delete from project_grant where user_id = $1', values: [at.clientId] })
    revoke(tx, { userIds: [at.clientId], workspaceId: at.workspace })
  })
  await moveAll(at, input.id, ['start', 'review', 'complete'])
  expect(await theirs.next()).toMatchObject({ done: true })
  expect(namesOf(await Array.fromAsync(others))).toEqual(lived.slice(1))
})

test('fifty readers of the same stream cost one read per event', async () => {
  const { scene: at, input } = await world()
  await moveAll(at, input.id, ['execute'])
  let reads = 0
  const { database } = server.parts
  const reading: Database['reading'] = (workspace, work) => {
    reads += 1
    return database.reading(workspace, work)
  }
  const caller = callerOf(await listenAgain(server, { database: { ...database, reading } }), at.owner.key)
  const readers = await Promise.all(
    Array.from({ length: 50 }, async () => framesOf(await caller.open(streamCycle, input))),
  )
  const next = async (name: string) => {
    for (const frames of readers) expect((await frames.next()).value).toMatchObject({ data: { eventType: name } })
  }
  await next('cycle.planning')
  reads = 0
  for (const [move, name] of [
    ['start', 'cycle.running'],
    ['block', 'cycle.blocked'],
    ['unblock', 'cycle.running'],
  ] as const) {
    await moveAll(at, input.id, [move])
    await next(name)
  }
  await moveAll(at, input.id, ['review', 'complete'])
  for (const frames of readers) expect(namesOf(await Array.fromAsync(frames))).toEqual(lived.slice(2))
  // Five events. A slow run may read again, since hints could be lost; once for all of them, too.
  expect(reads).toBeLessThan(25)
})

test('a stream ends when its project is deleted', async () => {
  const { scene: at, projectId, input } = await world()
  const frames = framesOf(await at.owner.open(streamCycle, input))
  await at.owner.call(deleteProject, { id: projectId })
  expect(await Array.fromAsync(frames)).toEqual([])
})

test('a disconnected reader is removed', async () => {
  const { scene: at, input } = await world()
  const asked: ((ids: readonly string[]) => void)[] = []
  const nextAsked = () => new Promise<readonly string[]>((resolve) => asked.push(resolve))
  const { credentials } = server.parts
  const watched: Credentials = {
    ...credentials,
    stillGood: (held) => {
      for (const tell of asked.splice(0)) tell(held.map(({ credentialId }) => credentialId))
      return credentials.stillGood(held)
    },
  }
  const url = await listenAgain(server, { credentials: watched })
  const stays = await at.join('member')
  const leaves = await at.join('member')
  const gone = new AbortController()
  const open = ({ caller }: typeof stays, signal?: AbortSignal) =>
    callerOf(url, caller.key).open(streamCycle, input, signal && { signal })
  const kept = framesOf(await open(stays))
  await open(leaves, gone.signal)
  expect([...(await nextAsked())].sort()).toEqual([stays.keyId, leaves.keyId].sort())
  gone.abort()
  let still = await nextAsked()
  while (still.includes(leaves.keyId)) still = await nextAsked()
  expect(still).toEqual([stays.keyId])
  await moveAll(at, input.id, ['execute', 'start', 'review', 'complete'])
  expect(namesOf(await Array.fromAsync(kept))).toContain('cycle.completed')
})
