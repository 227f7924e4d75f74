import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listTasks } from '../contract.ts'
import { taskStatuses, type TaskStatus } from '../rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const add = async (status: TaskStatus, number: number) =>
    (await taskIn(server, at, { projectId, cycleId }, status, number)).id
  return { scene: at, projectId, cycleId, add, input: {} }
}
const idsOf = (body: readonly { id: string }[]) => body.map(({ id }) => id)

test('200 with the newest first', async () => {
  const { scene: at, projectId, cycleId, add } = await world()
  const older = await add('queued', 1)
  const newer = await add('done', 2)
  const { status, body } = await at.owner.call(listTasks)
  expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [newer, older] })
  expect(body[1]).toEqual({
    id: older,
    handle: expect.stringMatching(/^[A-Z]{2,4}-\d+$/),
    projectId,
    cycleId,
    runId: expect.any(String),
    repositoryId: null,
    number: 1,
    title: 'Task 1',
    description: 'A part of the change',
    status: 'queued',
    statusSetByHand: false,
    dependsOn: [],
    branch: 'task-1',
    baseSha: 'a'.repeat(40),
    verdict: null,
    provedBy: [],
    headSha: null,
    mergeSha: null,
    failure: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
})

test('200 by status and project, page by page', async () => {
  const { scene: at, projectId, add } = await world()
  const other = await emptyProject(at.owner)
  await taskIn(server, at, { projectId: other, cycleId: await cycleIn(server, at, other) }, 'failed')
  const failed = [await add('failed', 1), await add('failed', 2), await add('failed', 3)]
  await add('building', 4)
  const found: string[][] = []
  for (let query: Record<string, unknown> | undefined = { projectId, status: 'failed', limit: 2 }; query;) {
    const { body, headers } = await at.owner.call(listTasks, { query })
    found.push(idsOf(body))
    const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    query = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
  }
  expect(found).toEqual([[failed[2], failed[1]], [failed[0]]])
  for (const status of taskStatuses) expect((await at.owner.call(listTasks, { query: { status } })).status).toBe(200)
})

test('200 for a client with the shared projects, and for a key with the named ones', async () => {
  const { scene: at, projectId, add } = await world()
  const id = await add('queued', 1)
  const other = await emptyProject(at.owner)
  await taskIn(server, at, { projectId: other, cycleId: await cycleIn(server, at, other) })
  expect((await at.client.call(listTasks)).body).toEqual([])
  await at.grant(projectId, at.clientId, 'view')
  expect(idsOf((await at.client.call(listTasks)).body)).toEqual([id])
  const { caller } = await at.join('owner', { projectIds: [projectId] })
  expect(idsOf((await caller.call(listTasks)).body)).toEqual([id])
})

test('404 for a neighbour’s project, and for an unknown, malformed or unshared one', async () => {
  const [{ scene: at, projectId }, neighbour] = await Promise.all([world(), world()])
  for (const id of [neighbour.projectId, uuidv7(), 'nonsense'])
    expect(await at.owner.call(listTasks, { query: { projectId: id } })).toMatchObject({ status: 404 })
  expect(await at.client.call(listTasks, { query: { projectId } })).toMatchObject({ status: 404 })
})

test('400 lists every invalid parameter', async () => {
  const { scene: at } = await world()
  const { status, body } = await at.owner.call(listTasks, { query: { status: 'asleep', limit: 0 } })
  expect(status).toBe(400)
  expect((body.fields as { path: string }[]).map(({ path }) => path).sort()).toEqual(['limit', 'status'])
})
