import { expect, test } from 'vitest'
import { getCycleTimeline, listCycles } from '../../../domains/delivery/cycles/contract.ts'
import { createProject, listProjects } from '../../../domains/code/projects/contract.ts'
import { listTasks } from '../../../domains/delivery/tasks/contract.ts'
import { listMembers } from '../../../domains/accounts/workspaces/contract/members.ts'
import type { Caller, Reply } from '../../../testing/caller.ts'
import { cycleIn, taskIn } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
const cursorIn = ({ headers }: Reply) => {
  const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link')!)![1]!
  return new URL(link, server.baseUrl).searchParams.get('cursor')!
}
const bad = [{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }]

/** Two projects; the first has two cycles, the first of them two tasks. */
const world = async () => {
  const at = await scene(server)
  const [one, other] = await Promise.all(
    ['One', 'Two'].map(async (name) => (await at.owner.call(createProject, { body: { name } })).body.id as string),
  )
  const cycles = [await cycleIn(server, at, one!), await cycleIn(server, at, one!)]
  for (const number of [1, 2]) await taskIn(server, at, { projectId: one!, cycleId: cycles[0]! }, 'queued', number)
  return { ...at, projectId: one!, otherId: other!, cycleId: cycles[0]!, otherCycleId: cycles[1]! }
}
const first = async (owner: Caller, operation: typeof listCycles, query: object) =>
  cursorIn(await owner.call(operation, { query: { limit: 1, ...query } }))

test('200 in the list that issued the cursor, also with another limit or filter order', async () => {
  const { owner, projectId } = await world()
  const cursor = await first(owner, listCycles, { projectId })
  const replies = [
    await owner.call(listCycles, { query: { projectId, cursor } }),
    await owner.call(listCycles, { query: { cursor, limit: 7, projectId } }),
  ]
  expect(replies.map(({ status, body }) => [status, (body as unknown[]).length])).toEqual([
    [200, 1],
    [200, 1],
  ])
})

test('200 with the number of all rows for a caller that prefers a count', async () => {
  const { owner, projectId, cycleId } = await world()
  const countOf = async (
    operation: typeof listCycles | typeof listTasks | typeof listProjects | typeof getCycleTimeline,
    of: object,
    prefer = 'respond-async, count',
  ) => (await owner.call(operation, { ...of, headers: { prefer } })).headers.get('total-count')
  const next = await first(owner, listCycles, { projectId })
  expect(await countOf(listCycles, { query: { projectId, limit: 1 } })).toBe('2')
  // A list that is not counted by a statement of its own is counted by its rows once it is whole.
  expect(await countOf(getCycleTimeline, { id: cycleId, query: { limit: 1 } })).toBeNull()
  expect(await countOf(listTasks, { query: { projectId, limit: 1 } })).toBe('2')
  expect(await countOf(listProjects, { query: { limit: 1 } })).toBe('2')
  expect(await countOf(listCycles, { query: { projectId, cursor: next } })).toBeNull()
  expect(await countOf(listCycles, { query: { projectId } }, '')).toBeNull()
  expect(await countOf(getCycleTimeline, { id: cycleId })).not.toBeNull()
})

test('400 for a cursor of another list, filter or resource, a changed cursor, and an empty one', async () => {
  const { owner, projectId, otherId, cycleId, otherCycleId } = await world()
  const cycles = await first(owner, listCycles, { projectId })
  const events = cursorIn(await owner.call(getCycleTimeline, { id: cycleId, query: { limit: 1 } }))
  const replies = await unchanged(server, async () => [
    await owner.call(listProjects, { query: { cursor: cycles } }),
    await owner.call(listMembers, { query: { cursor: cycles } }),
    await owner.call(listTasks, { query: { projectId, cursor: cycles } }),
    await owner.call(listCycles, { query: { projectId: otherId, cursor: cycles } }),
    await owner.call(listCycles, { query: { cursor: cycles } }),
    await owner.call(listCycles, { query: { projectId, cursor: `B${cycles.slice(1)}A` } }),
    await owner.call(listCycles, { query: { projectId, cursor: '' } }),
    await owner.call(getCycleTimeline, { id: otherCycleId, query: { cursor: events } }),
  ])
  for (const reply of replies) expectError(reply, 400, 'invalid_request', bad)
})

test('a cursor does not reveal its contents', async () => {
  const { owner, projectId, cycleId } = await world()
  const shown = [
    await first(owner, listCycles, { projectId }),
    cursorIn(await owner.call(getCycleTimeline, { id: cycleId, query: { limit: 1 } })),
  ]
  for (const cursor of shown) expect(cursor).toMatch(/^[A-Za-z0-9_-]{9,150}$/)
})
