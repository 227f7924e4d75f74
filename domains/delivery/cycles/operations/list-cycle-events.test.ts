import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { listCycleEvents, stopCycle, updateCycle } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId) } }
}
const namesIn = (body: readonly { eventType: string }[]) => body.map(({ eventType }) => eventType)

test('200 with only the cycle’s own events, newest first, without its tasks’ and other cycles’', async () => {
  const { scene: at, projectId, input } = await world()
  await at.owner.call(executeCycle, input)
  await taskIn(server, at, { projectId, cycleId: input.id }, 'building')
  const other = await cycleIn(server, at, projectId)
  await at.owner.call(executeCycle, { id: other })
  await at.owner.call(stopCycle, input)
  const { status, body } = await at.owner.call(listCycleEvents, input)
  expect(status).toBe(200)
  expect(namesIn(body)).toEqual(['cycle.stopping', 'cycle.planning'])
  expect(body[1]).toEqual({
    id: expect.any(String),
    position: expect.any(Number),
    eventType: 'cycle.planning',
    traceId: expect.any(String),
    entityType: 'cycle',
    entityId: input.id,
    projectId,
    cycleId: input.id,
    taskId: null,
    payload: { status: 'planning', runNumber: 1 },
    occurredAt: expect.any(String),
  })
})

test('200 page by page behind Link headers', async () => {
  const { scene: at, projectId, input } = await world()
  for (const title of ['A', 'B', 'C', 'D', 'E']) {
    await at.owner.call(updateCycle, { ...input, body: { title } })
    await taskIn(server, at, { projectId, cycleId: input.id }, 'queued', title.charCodeAt(0))
  }
  const whole = (await at.owner.call(listCycleEvents, input)).body as { id: string }[]
  const found: object[] = []
  for (let query: Record<string, unknown> | undefined = { limit: 2 }; query;) {
    const { body, headers } = await at.owner.call(listCycleEvents, { ...input, query })
    found.push(...(body as object[]))
    const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    query = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
  }
  expect(found).toEqual(whole)
  expect(whole).toHaveLength(5)
})

test('404 for an unknown or malformed id, a neighbour’s cycle and one of a deleted project', async () => {
  const [{ scene: at }, neighbour, deleted] = await Promise.all([world(), world(), world()])
  await neighbour.scene.owner.call(executeCycle, neighbour.input)
  await deleted.scene.owner.call(deleteProject, { id: deleted.projectId })
  for (const id of [uuidv7(), 'nonsense', neighbour.input.id])
    expectError(await at.owner.call(listCycleEvents, { id }), 404, 'not_found')
  expectError(await deleted.scene.owner.call(listCycleEvents, deleted.input), 404, 'not_found')
})

test('404 for a client without a grant, 200 with one', async () => {
  const { scene: at, projectId, input } = await world()
  const reply = await unchanged(server, () => at.client.call(listCycleEvents, input))
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  await at.grant(projectId, at.clientId, 'view')
  expect(await at.client.call(listCycleEvents, input)).toMatchObject({ status: 200, body: [] })
})

test('400 for an invalid limit or cursor', async () => {
  const { scene: at, input } = await world()
  for (const query of [{ limit: 0 }, { limit: 1_001 }, { cursor: 'nonsense' }, { cursor: '-1' }])
    expect(await at.owner.call(listCycleEvents, { ...input, query })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ path: Object.keys(query)[0] }] },
    })
})
