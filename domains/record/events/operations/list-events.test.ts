import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { record, type ActivityEvent } from '../../../../platform/audit/index.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject, updateProject } from '../../../code/projects/contract.ts'
import { listEvents } from '../contract.ts'

const server = await testServer()

/** Records events in one transaction each, in this order. */
const happen = async ({ workspace }: Scene, ...events: (Partial<ActivityEvent> & { name: string })[]) => {
  for (const event of events)
    await server.database.within(workspace, async (tx) =>
      record(tx, undefined, { entity: ['project', uuidv7()], ...event }),
    )
}
const named = async (world: Scene, query: Record<string, unknown>, caller = world.member) => {
  const { status, body } = await caller.call(listEvents, { query })
  expect(status).toBe(200)
  return (body as { eventType: string }[]).map(({ eventType }) => eventType)
}

test('200 shows an event with all its fields', async () => {
  const world = await scene(server)
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  const { body: project } = await world.owner.call(createProject, { body: {}, headers: { traceparent } })
  const { status, body } = await world.member.call(listEvents, { query: { limit: 1 } })
  expect([status, body]).toEqual([
    200,
    [
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
        position: 1,
        eventType: 'project.created',
        entityType: 'project',
        entityId: project.id as string,
        projectId: project.id as string,
        cycleId: null,
        taskId: null,
        traceId: 'ab'.repeat(16),
        payload: {},
        occurredAt: project.createdAt as string,
      },
    ],
  ])
})

test('200 for each selector, newest first, and oldest first for a cycle and its tasks', async () => {
  const world = await scene(server)
  const cycleId = uuidv7()
  const taskId = uuidv7()
  const traceId = 'ab'.repeat(16)
  await happen(
    world,
    { name: 'cycle.proposed', entity: ['cycle', cycleId], cycleId },
    { name: 'task.merged', entity: ['task', taskId], cycleId, taskId, traceId },
    { name: 'task.merged', traceId },
    { name: 'cycle.completed', entity: ['cycle', cycleId], cycleId },
  )
  expect(await named(world, { cycleId })).toEqual(['cycle.proposed', 'task.merged', 'cycle.completed'])
  expect(await named(world, { traceId })).toEqual(['task.merged', 'task.merged'])
  expect(await named(world, { eventType: 'task.merged' })).toHaveLength(2)
  expect(await named(world, { entityType: 'cycle', entityId: cycleId })).toEqual(['cycle.completed', 'cycle.proposed'])
  expect(await named(world, { limit: 2 })).toEqual(['cycle.completed', 'task.merged'])
  for (const query of [
    { cycleId },
    { traceId },
    { eventType: 'task.merged' },
    { entityType: 'cycle', entityId: cycleId },
  ]) {
    expect(await named(world, { ...query, limit: 1 })).toHaveLength(1)
  }
})

test('200 for the first selector given', async () => {
  const world = await scene(server)
  const cycleId = uuidv7()
  const traceId = 'cd'.repeat(16)
  await happen(
    world,
    { name: 'by.cycle', cycleId },
    { name: 'by.trace', traceId },
    { name: 'by.name' },
    { name: 'by.entity', entity: ['task', 't'] },
  )
  const entity = { entityType: 'task', entityId: 't' }
  expect(await named(world, { cycleId, traceId, eventType: 'by.name', ...entity, limit: 5 })).toEqual(['by.cycle'])
  expect(await named(world, { traceId, eventType: 'by.name', ...entity })).toEqual(['by.trace'])
  expect(await named(world, { eventType: 'by.name', ...entity })).toEqual(['by.name'])
  expect(await named(world, { ...entity, limit: 5 })).toEqual(['by.entity'])
})

test('200 for cycleId beside any other selector, and for each other one beside those after it', async () => {
  const world = await scene(server)
  const cycleId = uuidv7()
  const traceId = 'cd'.repeat(16)
  await happen(world, { name: 'by.cycle', cycleId }, { name: 'by.trace', traceId }, { name: 'by.name' })
  const nonsense = { entityType: 'invoice', before: 'yesterday' }
  expect(await named(world, { cycleId, traceId, ...nonsense })).toEqual(['by.cycle'])
  expect(await named(world, { traceId, eventType: 'by.name', ...nonsense })).toEqual(['by.trace'])
  expect(await named(world, { eventType: 'by.name', ...nonsense })).toEqual(['by.name'])
})

test('200 pages through every selector to its end by Link headers', async () => {
  const world = await scene(server)
  const cycleId = uuidv7()
  const traceId = 'ab'.repeat(16)
  const entity = ['task', 't'] as const
  const same = Array.from({ length: 5 }, () => ({ name: 'task.merged', entity, cycleId, traceId }))
  await happen(world, ...same.flatMap((event) => [event, { name: 'other' }]))
  // All at one moment: only their position distinguishes rows of equal time.
  await asOwner(server, `update activity_event set occurred_at = '2026-01-01' where workspace_id = $1`, [
    world.workspace,
  ])
  const selectors = [
    { cycleId },
    { traceId },
    { eventType: 'task.merged' },
    { entityType: 'task', entityId: 't' },
    { before: '2026-01-02' },
  ]
  for (const selector of selectors) {
    const whole = (await world.owner.call(listEvents, { query: { ...selector, limit: 500 } })).body as object[]
    const found: object[] = []
    for (let query: Record<string, unknown> | undefined = { ...selector, limit: 2 }; query;) {
      const { body, headers } = await world.owner.call(listEvents, { query })
      found.push(...(body as object[]))
      const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      query = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
    }
    expect(found).toEqual(whole)
    expect(whole).toHaveLength('before' in selector ? 10 : 5)
  }
})

test('200 with 100 events of every selector without a limit, and with 500 if the limit allows it', async () => {
  const world = await scene(server)
  const cycleId = uuidv7()
  const traceId = 'ab'.repeat(16)
  const event = { name: 'task.merged', entity: ['task', 't'] as const, cycleId, traceId }
  await server.database.within(world.workspace, async (tx) => {
    for (let count = 0; count < 501; count += 1) record(tx, undefined, event)
  })
  const selectors = [{ cycleId }, { traceId }, { eventType: 'task.merged' }, { entityType: 'task', entityId: 't' }]
  for (const selector of selectors) {
    expect(await named(world, selector)).toHaveLength(100)
    expect(await named(world, { ...selector, limit: 500 })).toHaveLength(500)
  }
})

test('400 for a cursor of another selector', async () => {
  const world = await scene(server)
  await happen(world, { name: 'a' }, { name: 'a' }, { name: 'b' })
  const { headers } = await world.owner.call(listEvents, { query: { eventType: 'a', limit: 1 } })
  const next = new URL(/^<(.*)>/.exec(headers.get('link')!)![1]!, server.baseUrl)
  const query = { eventType: 'b', cursor: next.searchParams.get('cursor') }
  expectError(await unchanged(server, () => world.owner.call(listEvents, { query })), 400, 'invalid_request')
})

test('200 with an empty list for a missing resource and for a neighbour’s', async () => {
  const [world, neighbour] = await Promise.all([scene(server), scene(server)])
  const cycleId = uuidv7()
  await happen(neighbour, { name: 'task.merged', entity: ['cycle', cycleId], cycleId, traceId: 'ab'.repeat(16) })
  const queries = [
    { cycleId },
    { cycleId: uuidv7() },
    { cycleId: 'nonsense' },
    { cycleId: '' },
    { traceId: 'ab'.repeat(16) },
    { eventType: 'task.merged' },
    { entityType: 'cycle', entityId: cycleId },
    { limit: 500 },
    { before: '2999-01-01T00:00:00Z' },
  ]
  for (const query of queries) expect(await named(world, query)).toEqual([])
})

test('200 pages back through all events with before, strictly older, 100 at a time by default', async () => {
  const world = await scene(server)
  await happen(world, ...Array.from({ length: 7 }, (_none, at) => ({ name: `event.${at}` })))
  const text = `update activity_event set occurred_at = timestamptz '2026-01-01 00:00:00Z' + position * interval '1 second'
    where workspace_id = $1`
  await asOwner(server, text, [world.workspace])
  const seen: string[] = []
  let before = '2026-01-01T00:01:00.000Z'
  for (;;) {
    const { body } = await world.owner.call(listEvents, { query: { before, limit: 3 } })
    if (body.length === 0) break
    seen.push(...(body as { eventType: string }[]).map(({ eventType }) => eventType))
    before = body.at(-1).occurredAt as string
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `event.${at}`))
  await happen(world, ...Array.from({ length: 100 }, () => ({ name: 'more' })))
  expect(await named(world, { before: '2999-01-01T00:00:00Z' })).toHaveLength(100)
})

test.each([
  ['2026-01-01T00:00:06+00:00', 5],
  ['2026-01-01T05:30:06+05:30', 5],
  ['2026-01-01T23:59:06+23:59', 5],
  ['2026-01-01T00:00:06', 5],
  ['2026-01-01', 0],
  ['2026-01-02', 7],
  ['0000-01-01T00:00:00Z', 0],
  ['9999-12-31T23:59:59Z', 7],
])('200 for before=%s', async (before, count) => {
  const world = await scene(server)
  await happen(world, ...Array.from({ length: 7 }, () => ({ name: 'an.event' })))
  const text = `update activity_event set occurred_at = timestamptz '2026-01-01 00:00:00Z' + position * interval '1 second'
    where workspace_id = $1`
  await asOwner(server, text, [world.workspace])
  expect(await named(world, { before })).toHaveLength(count)
})

test.each(['yesterday', '2026-01-01T00:00:00-00', '2026-02-30'])(
  '200 ignores before=%s beside a limit',
  async (before) => {
    const world = await scene(server)
    await happen(world, { name: 'an.event' })
    expect(await named(world, { before, limit: 5 })).toEqual(['an.event'])
  },
)

test('200 shows a key restricted to projects only their events, for every selector', async () => {
  const world = await scene(server)
  const mine = uuidv7()
  const theirs = uuidv7()
  const cycleId = uuidv7()
  const traceId = 'ab'.repeat(16)
  const event = { name: 'task.merged', entity: ['task', 't'] as const, cycleId, traceId }
  await happen(world, { ...event, projectId: mine }, { ...event, projectId: theirs }, event)
  const { caller } = await world.join('member', { projectIds: [mine] })
  const queries = [
    { cycleId },
    { traceId },
    { eventType: 'task.merged' },
    { entityType: 'task', entityId: 't' },
    { limit: 9 },
  ]
  for (const query of queries) {
    expect(await named(world, query, caller)).toHaveLength(1)
    expect(await named(world, query)).toHaveLength(3)
  }
})

test.each([{}, { entityId: 'x' }, { unknown: 'x' }])('400 without a selector: %j', async (query) => {
  const { owner } = await scene(server)
  expectError(await unchanged(server, () => owner.call(listEvents, { query })), 400, 'no_selector')
})

test.each([
  [{ entityType: 'task' }, 'entityId', 'required'],
  [{ entityType: 'invoice', entityId: 'x' }, 'entityType', 'enum'],
  [{ before: 'yesterday' }, 'before', 'format'],
  [{ before: '' }, 'before', 'format'],
  [{ limit: 0 }, 'limit', 'minimum'],
  [{ limit: 501 }, 'limit', 'maximum'],
  [{ limit: 'x' }, 'limit', 'type'],
  [{ limit: 1, cursor: 'x' }, 'cursor', 'cursor'],
  [{ limit: 1, cursor: '2026-02-30T00:00:00.000Z 5' }, 'cursor', 'cursor'],
  [{ limit: 1, cursor: '0000-01-01T00:00:00.000Z 5' }, 'cursor', 'cursor'],
  [{ traceId: '\0' }, 'traceId', 'nul'],
  [{ eventType: 'a\0' }, 'eventType', 'nul'],
  [{ entityType: 'task', entityId: '\0' }, 'entityId', 'nul'],
])('400 for %j', async (query, path, rule) => {
  const { owner } = await scene(server)
  const reply = await unchanged(server, () => owner.call(listEvents, { query }))
  expectError(reply, 400, 'invalid_request', [{ path, rule, message: expect.any(String) as string }])
})

test('200 numbers events in commit order, for concurrent transactions', async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(createProject, { body: {} })
  const update = { id: body.id as string, body: { stack: 'x' } }
  const creating = Array.from({ length: 20 }, () => world.owner.call(createProject, { body: {} }))
  const updating = Array.from({ length: 20 }, () => world.owner.call(updateProject, update))
  // A busy machine refuses some of so many requests at once.
  const done = (await Promise.all([...creating, ...updating])).filter(({ status }) => status < 300)
  expect(done.length).toBeGreaterThan(1)
  const { body: events } = await world.owner.call(listEvents, { query: { limit: 500 } })
  const positions = (events as { position: number }[]).map(({ position }) => position).sort((a, b) => a - b)
  expect(positions).toEqual(Array.from({ length: done.length + 1 }, (_none, at) => at + 1))
})
