import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listCyclePendingRequests, resolvePendingRequest } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const now = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  const agencys = await requestIn(server, at, projectId, { cycleId, now: now(1) })
  const clients = await requestIn(server, at, projectId, { cycleId, requiredActor: 'client', now: now(2) })
  await requestIn(server, at, projectId)
  return { scene: at, projectId, agencys, clients, input: { id: cycleId } }
}
const idsOf = ({ body }: { readonly body: readonly { readonly id: string }[] }) => body.map(({ id }) => id)

test('200 with the requests of the cycle, newest first, all or by status, in pages', async () => {
  const { scene: at, agencys, clients, input } = await world()
  const listed = (query = {}) => at.member.call(listCyclePendingRequests, { ...input, query })
  expect(idsOf(await listed())).toEqual([clients, agencys])
  expect((await listed()).body[0]).not.toHaveProperty('project')
  await at.owner.call(resolvePendingRequest, { id: clients, body: { status: 'approved' } })
  expect(idsOf(await listed({ status: 'pending' }))).toEqual([agencys])
  const page = await listed({ limit: 1 })
  const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')![1]
  expect([idsOf(page), idsOf(await listed({ limit: 1, cursor }))]).toEqual([[clients], [agencys]])
})

test('a client sees the requests that it may decide: with steer a client’s request, with view none', async () => {
  const { scene: at, projectId, clients, input } = await world()
  await at.grant(projectId, at.clientId, 'view')
  expect(await at.client.call(listCyclePendingRequests, input)).toMatchObject({ status: 200, body: [] })
  await at.grant(projectId, at.clientId, 'steer')
  expect(idsOf(await at.client.call(listCyclePendingRequests, input))).toEqual([clients])
})
