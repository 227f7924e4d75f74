import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getProjectRoadmap, orderProjectRoadmap } from '../contract.ts'
import type { CycleStatus } from '../../cycles/rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (...statuses: CycleStatus[]) => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const cycles: string[] = []
  for (const status of statuses) cycles.push(await cycleIn(server, at, id, status))
  return { at, id, cycles }
}

test('200 with completed, running and next cycles', async () => {
  const { at, id, cycles } = await world('completed', 'running', 'draft', 'failed', 'draft', 'stopping', 'stopped')
  const { body } = await at.owner.call(getProjectRoadmap, { id })
  expect(body).toMatchObject({ projectId: id, run: { status: 'off', runId: null, runNumber: 0 } })
  const ids = (list: readonly { cycleId: string }[]) => list.map(({ cycleId }) => cycleId)
  expect(new Set(ids(body.done))).toEqual(new Set([cycles[0], cycles[3], cycles[6]]))
  expect(new Set(ids(body.running))).toEqual(new Set([cycles[1], cycles[5]]))
  expect(ids(body.next)).toEqual([cycles[2], cycles[4]])
  expect(body.next[0]).toEqual({
    cycleId: cycles[2],
    handle: expect.stringMatching(/^EMP-\d+$/),
    title: expect.any(String),
    status: 'draft',
    urgency: 3,
    statusChangedAt: expect.any(String),
    intake: null,
    acceptanceTests: 0,
  })
})

test('an order sets tiers and places; drafts that it leaves out follow within theirs, the oldest first', async () => {
  const { at, id, cycles } = await world('draft', 'draft', 'draft', 'draft', 'draft')
  const [a, b, c, d, e] = cycles as [string, string, string, string, string]
  const order = (next: { cycleId: string; urgency: number }[]) =>
    at.owner.call(orderProjectRoadmap, { id, body: { next } })
  const reply = await order([
    { cycleId: e, urgency: 3 },
    { cycleId: c, urgency: 1 },
    { cycleId: b, urgency: 3 },
  ])
  expect(reply.status).toBe(200)
  expect(
    reply.body.next.map(({ cycleId, urgency }: { cycleId: string; urgency: number }) => [cycleId, urgency]),
  ).toEqual([
    [c, 1],
    [e, 3],
    [b, 3],
    [a, 3],
    [d, 3],
  ])
  expect(await at.auditActions(id)).toEqual(['project.create', 'project.order_roadmap'])
  expect(await at.eventNames(id)).toContain('project.roadmap_ordered')
})

test('400 for a cycle that is no draft, of another project, or named twice', async () => {
  const { at, id, cycles } = await world('draft', 'running')
  const other = await cycleIn(server, at, await emptyProject(at.owner))
  const named = [cycles[1]!, other, uuidv7(), cycles[0]!, cycles[0]!]
  const body = { next: named.map((cycleId) => ({ cycleId, urgency: 1 })) }
  const reply = await unchanged(server, () => at.owner.call(orderProjectRoadmap, { id, body }))
  expect(reply.status).toBe(400)
  expect((reply.body as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual(
    [0, 1, 2, 4].map((place) => `next.${place}.cycleId`),
  )
  expect((await at.owner.call(getProjectRoadmap, { id })).body.next).toMatchObject([{ urgency: 3 }])
})
