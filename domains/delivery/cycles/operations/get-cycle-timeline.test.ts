import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { getCycleTimeline, stopCycle } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId) } }
}
const namesIn = (body: readonly { eventType: string }[]) => body.map(({ eventType }) => eventType)

test('200 with the events of the cycle and its tasks, newest first, and no others', async () => {
  const { scene: at, projectId, input } = await world()
  await at.owner.call(executeCycle, input)
  const task = await taskIn(server, at, { projectId, cycleId: input.id }, 'building')
  const other = await cycleIn(server, at, projectId)
  await at.owner.call(executeCycle, { id: other })
  await at.owner.call(stopCycle, input)
  const { status, body } = await at.owner.call(getCycleTimeline, input)
  expect(status).toBe(200)
  expect(namesIn(body)).toEqual(['cycle.stopping', 'task.building', 'task.queued', 'cycle.planning'])
  expect(body[1]).toEqual({
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
    occurredAt: expect.any(String),
  })
})

test('200 page by page behind Link headers', async () => {
  const { scene: at, projectId, input } = await world()
  await at.owner.call(executeCycle, input)
  for (const number of [1, 2, 3, 4]) await taskIn(server, at, { projectId, cycleId: input.id }, 'queued', number)
  const whole = (await at.owner.call(getCycleTimeline, input)).body as { id: string }[]
  const found: object[] = []
  for (let query: Record<string, unknown> | undefined = { limit: 2 }; query;) {
    const { body, headers } = await at.owner.call(getCycleTimeline, { ...input, query })
    found.push(...(body as object[]))
    const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    query = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
  }
  expect(found).toEqual(whole)
  expect(whole).toHaveLength(5)
})

test('404 for an unknown or malformed id, a neighbour’s cycle and one of a deleted project', async () => {
  const [{ scene: at }, neighbour, deleted] = await Promise.all([world(), world(), world()])
  await deleted.scene.owner.call(deleteProject, { id: deleted.projectId })
  for (const id of [uuidv7(), 'nonsense', neighbour.input.id])
    expectError(await unchanged(server, () => at.owner.call(getCycleTimeline, { id })), 404, 'not_found')
  expectError(await deleted.scene.owner.call(getCycleTimeline, deleted.input), 404, 'not_found')
})

test('404 for a client without a grant, 200 with one', async () => {
  const { scene: at, projectId, input } = await world()
  const reply = await unchanged(server, () => at.client.call(getCycleTimeline, input))
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  await at.grant(projectId, at.clientId, 'view')
  expect(await at.client.call(getCycleTimeline, input)).toMatchObject({ status: 200, body: [] })
})

test('400 for an invalid limit or cursor', async () => {
  const { scene: at, input } = await world()
  for (const query of [{ limit: 0 }, { limit: 1_001 }, { cursor: 'nonsense' }, { cursor: '-1' }])
    expect(await at.owner.call(getCycleTimeline, { ...input, query })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ path: Object.keys(query)[0] }] },
    })
})
