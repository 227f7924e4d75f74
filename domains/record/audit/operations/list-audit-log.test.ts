import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../platform/audit/index.ts'
import { refusalsOf, wholeChain } from '../../../../testing/audit/audit-chain.ts'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject } from '../../../code/projects/contract.ts'
import { listAuditLog } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

interface Row {
  readonly position: number
  readonly occurredAt: string
  readonly metadata: Record<string, unknown> | null
}
const page = async (caller: Caller, query: Record<string, unknown> = {}) => {
  const { status, body } = await caller.call(listAuditLog, { query })
  expect(status).toBe(200)
  return body as { rows: Row[]; nextCursor: string | null }
}
const positions = async ({ owner }: Scene, query: Record<string, unknown> = {}) =>
  (await page(owner, query)).rows.map(({ position }) => position)

test('403 for everyone except an owner or administrator, each on the chain', async () => {
  const world = await scene(server)
  const others = await Promise.all([
    world.join('owner', { scopes: ['read', 'write'] }),
    world.join('admin', { projectIds: [uuidv7()] }),
  ])
  const callers = [world.member, world.client, ...others.map(({ caller }) => caller)]
  for (const caller of callers) expectError(await unchanged(server, () => caller.call(listAuditLog)), 403, 'forbidden')
  expect(
    (await refusalsOf(server, world.workspace)).map(({ action, category, outcome }) => [action, category, outcome]),
  ).toEqual(callers.map(() => ['audit_log.list', 'read', 'denied']))
  const { caller: admin } = await world.join('admin')
  expect((await page(admin, { outcome: 'denied' })).rows).toHaveLength(4)
})

test('200 shows a row with all its fields', async () => {
  const world = await scene(server)
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  const { body: project, headers } = await world.owner.call(createProject, {
    body: { name: 'Shop' },
    headers: { traceparent },
  })
  const [chained] = await wholeChain(server, world.workspace)
  expect(await page(world.owner)).toEqual({
    rows: [
      {
        id: expect.any(String) as string,
        position: 1,
        occurredAt: project.createdAt as string,
        actorType: 'api_key',
        actorId: chained!.actorId,
        action: 'project.create',
        category: 'create',
        resourceType: 'project',
        resourceId: project.id as string,
        parentType: null,
        parentId: null,
        outcome: 'success',
        severity: 'info',
        source: 'api',
        requestId: headers.get('x-request-id'),
        traceId: 'ab'.repeat(16),
        metadata: chained!.details,
        erasedAt: null,
      },
    ],
    nextCursor: null,
  })
})

test('200 filters by each field, and by all of them together', async () => {
  const world = await scene(server)
  const id = uuidv7()
  const parent = uuidv7()
  const odd: Partial<AuditEntry> = {
    action: 'task.merge',
    category: 'execute',
    outcome: 'failure',
    severity: 'critical',
    source: 'codehost',
    actor: { type: 'agent', id: 'run' },
    resource: ['task', id],
    parent: ['cycle', parent],
    requestId: 'request',
    traceId: 'ef'.repeat(16),
  }
  await writeAudit(server, world, {}, odd, { resource: ['project', parent] })
  const queries = [
    { actorType: 'agent' },
    { actorId: 'run' },
    { action: 'task.merge' },
    { category: 'execute' },
    { resourceType: 'task' },
    { resourceId: id },
    { outcome: 'failure' },
    { severity: 'critical' },
    { source: 'codehost' },
    { requestId: 'request' },
    { traceId: 'ef'.repeat(16) },
  ]
  for (const query of [...queries, Object.assign({}, ...queries) as object])
    expect([query, await positions(world, query as Record<string, unknown>)]).toEqual([query, [2]])
  expect(await positions(world, { outcome: 'success' })).toEqual([3, 1])
  expect(await positions(world, { outcome: 'failure', resourceType: 'project' })).toEqual([])
  expect(await positions(world, { actorId: '' })).toEqual([])
})

test('200 ignores an unknown action, and returns no rows for a known one without rows', async () => {
  const world = await scene(server)
  await writeAudit(server, world, {}, { action: 'task.merge' })
  for (const action of ['task.nonsense', 'nonsense', '', 'TASK.MERGE', 'x'.repeat(500)])
    expect(await positions(world, { action })).toEqual([2, 1])
  for (const action of ['project.purge', 'audit_log.list', 'project.get'])
    expect(await positions(world, { action })).toEqual([])
})

test('200 between two times or dates, both inclusive; an invalid bound is ignored', async () => {
  const world = await scene(server)
  await writeAudit(server, world, {}, {}, {}, {})
  const times = [
    '2026-03-04T00:00:00.000Z',
    '2026-03-04T23:59:59.999Z',
    '2026-03-05T00:00:00.000Z',
    '2026-03-05T10:00:00.001Z',
  ]
  for (const [at, time] of times.entries())
    await asOwner(server, 'update audit_row set occurred_at = $2 where workspace_id = $1 and position = $3', [
      world.workspace,
      time,
      at + 1,
    ])
  expect(await positions(world, { from: '2026-03-04', to: '2026-03-04' })).toEqual([2, 1])
  expect(await positions(world, { from: times[1], to: times[2] })).toEqual([3, 2])
  expect(await positions(world, { from: '2026-03-05T01:00:00+01:00' })).toEqual([4, 3])
  expect(await positions(world, { to: '2026-03-05T10:00' })).toEqual([3, 2, 1])
  expect(await positions(world, { from: times[3] })).toEqual([4])
  expect(await positions(world, { from: '2027-01-01' })).toEqual([])
  expect(await positions(world, { to: '0000-01-01' })).toEqual([])
  for (const bad of [
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '2026-03-05T25:00',
    '05.03.2026',
    '',
    '2026-03-05 10:00',
    '\u0000',
  ])
    expect([bad, await positions(world, { from: bad, to: bad })]).toEqual([bad, [4, 3, 2, 1]])
})

test('200 clamps the limit', async () => {
  const world = await scene(server)
  await writeAudit(server, world, ...Array.from({ length: 201 }, () => ({})))
  const counts = { '-3': 1, 0: 1, 1: 1, 3: 3, 200: 200, 201: 200, 99999999999: 200, many: 50, '': 50, '7.9': 7 }
  for (const [limit, count] of Object.entries(counts))
    expect([limit, await positions(world, { limit })]).toEqual([limit, expect.objectContaining({ length: count })])
  expect(await positions(world)).toHaveLength(50)
})

test('200 returns every row once, newest first, page by page, while others write', async () => {
  const world = await scene(server)
  await writeAudit(
    server,
    world,
    ...Array.from({ length: 30 }, (_none, at) => ({ action: at % 3 ? 'task.merge' : 'project.update' }) as const),
  )
  // Rows of one moment: the position decides between them.
  await asOwner(
    server,
    `update audit_row set occurred_at = '2026-03-04T10:00:00Z' where workspace_id = $1 and position between 5 and 25`,
    [world.workspace],
  )
  const walk = async (query: Record<string, unknown>) => {
    const seen: Row[] = []
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const { rows, nextCursor }: { rows: Row[]; nextCursor: string | null } = await page(world.owner, {
        ...query,
        cursor,
        limit: 7,
      })
      seen.push(...rows)
      cursor = nextCursor
      await writeAudit(server, world, { category: 'read' })
    }
    return seen
  }
  const seen = await walk({ category: 'update' })
  expect(new Set(seen.map(({ position }) => position)).size).toBe(30)
  const sorted = [...seen].sort(
    (one, other) => other.occurredAt.localeCompare(one.occurredAt) || other.position - one.position,
  )
  expect(seen).toEqual(sorted)
  expect(await walk({ action: 'task.merge' })).toHaveLength(20)
})

test('200 on the last page has no cursor, also when it is full', async () => {
  const world = await scene(server)
  await writeAudit(server, world, {}, {}, {}, {})
  const first = await page(world.owner, { limit: 2 })
  const second = await page(world.owner, { limit: 2, cursor: first.nextCursor })
  expect([first.nextCursor, second.nextCursor]).toEqual([expect.any(String), null])
})

test('400 for a cursor of another list, and for an unknown value of a filter', async () => {
  const world = await scene(server)
  const wrong = async (query: Record<string, unknown>) => {
    const reply = await unchanged(server, () => world.owner.call(listAuditLog, { query }))
    expectError(reply, 400, 'invalid_request')
    return (reply.body.fields as { path: string }[]).map(({ path }) => path)
  }
  const cursors = [
    'nonsense',
    '',
    'x'.repeat(300),
    '2026-03-04T10:00:00.000Z 0',
    '2026-03-04T10:00:00.000Z x',
    'infinity 5',
    '2026-03-04T10:00:00.000Z 1 1',
  ]
  for (const cursor of cursors)
    expect(await wrong({ cursor: cursor.includes(' ') ? Buffer.from(cursor).toString('base64url') : cursor })).toEqual([
      'cursor',
    ])
  const bad = { actorType: 'robot', category: 'x', outcome: 'x', severity: 'x', source: 'x', resourceId: '\u0000' }
  expect((await wrong(bad)).sort()).toEqual(Object.keys(bad).sort())
})

test('200 shows no row of a neighbour, and shows erased details as erased', async () => {
  const [world, neighbour] = await Promise.all([scene(server), scene(server)])
  await writeAudit(server, neighbour, { resource: ['project', uuidv7()] })
  expect(await positions(world)).toEqual([])
  await asOwner(server, `update audit_row set salt = null, details = null, erased_at = now() where workspace_id = $1`, [
    neighbour.workspace,
  ])
  expect((await page(neighbour.owner)).rows).toMatchObject([{ metadata: null, erasedAt: expect.any(String) as string }])
})
