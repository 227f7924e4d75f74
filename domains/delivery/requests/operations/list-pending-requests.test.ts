import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listPendingRequests, resolvePendingRequest } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const { id: taskId } = await taskIn(server, at, { projectId, cycleId })
  const now = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  const first = await requestIn(server, at, projectId, { cycleId, taskId, now: now(1) })
  const second = await requestIn(server, at, projectId, { requiredActor: 'client', now: now(2) })
  const other = await requestIn(server, at, await emptyProject(at.owner), { requiredActor: 'client', now: now(3) })
  return { scene: at, projectId, cycleId, taskId, first, second, other, input: {} }
}
const idsOf = ({ body }: { readonly body: readonly { readonly id: string }[] }) => body.map(({ id }) => id)

test('200 with the newest first, each with its project', async () => {
  const { scene: at, projectId, first, second, other } = await world()
  const reply = await at.member.call(listPendingRequests)
  expect(idsOf(reply)).toEqual([other, second, first])
  expect(reply.body[2]).toMatchObject({
    id: first,
    projectId,
    project: { id: projectId, name: expect.stringMatching(/^Empty/) },
    status: 'pending',
  })
})

test('200 filtered by status, cycle and task, singly and together; an unknown id returns none', async () => {
  const { scene: at, cycleId, taskId, first, second, other } = await world()
  await at.owner.call(resolvePendingRequest, { id: second, body: { status: 'denied' } })
  const listed = async (query: Readonly<Record<string, string>>) =>
    idsOf(await at.owner.call(listPendingRequests, { query }))
  expect(await listed({ status: 'pending' })).toEqual([other, first])
  expect(await listed({ status: 'denied' })).toEqual([second])
  expect(await listed({ status: 'approved' })).toEqual([])
  expect(await listed({ cycleId })).toEqual([first])
  expect(await listed({ taskId })).toEqual([first])
  expect(await listed({ taskId, cycleId, status: 'pending' })).toEqual([first])
  expect(await listed({ taskId, cycleId, status: 'denied' })).toEqual([])
  for (const id of [uuidv7(), 'nonsense', '']) {
    expect(await listed({ cycleId: id })).toEqual([])
    expect(await listed({ taskId: id })).toEqual([])
  }
})

test('400 for an unknown status', async () => {
  const { scene: at } = await world()
  const reply = await at.owner.call(listPendingRequests, { query: { status: 'open' } })
  expectError(reply, 400, 'invalid_request', [{ path: 'status', message: expect.any(String) as string, rule: 'enum' }])
})

test('a client sees clients’ requests in projects that it steers, and nothing of the agency’s', async () => {
  const { scene: at, projectId, cycleId, second } = await world()
  const listed = async (query = {}) => idsOf(await at.client.call(listPendingRequests, { query }))
  expect(await listed()).toEqual([])
  await at.grant(projectId, at.clientId, 'view')
  expect(await listed()).toEqual([])
  await at.grant(projectId, at.clientId, 'steer')
  expect(await listed()).toEqual([second])
  expect(await listed({ cycleId })).toEqual([])
  const session = await at.signIn(at.clientId)
  const inPortal = await session.call(listPendingRequests, { headers: { 'x-client-portal': at.workspace } })
  expect(idsOf(inPortal)).toEqual([second])
})

test('a key that names projects lists only theirs, and a neighbour nothing', async () => {
  const { scene: at, projectId, first, second } = await world()
  const { caller } = await at.join('owner', { projectIds: [projectId] })
  expect(idsOf(await caller.call(listPendingRequests))).toEqual([second, first])
  expect((await (await scene(server)).owner.call(listPendingRequests)).body).toEqual([])
})

test('pages follow one another without a gap or a repeat', async () => {
  const { scene: at, first, second, other } = await world()
  const page = await at.owner.call(listPendingRequests, { query: { limit: 2 } })
  expect(idsOf(page)).toEqual([other, second])
  const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')![1]
  const next = await at.owner.call(listPendingRequests, { query: { limit: 2, cursor } })
  expect([idsOf(next), next.headers.get('link')]).toEqual([[first], null])
})
