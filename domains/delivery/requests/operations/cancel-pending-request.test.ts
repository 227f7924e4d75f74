import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { cancelPendingRequest } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await requestIn(server, at, projectId, { requiredActor: 'client' }) } }
}

test('200 with the request cancelled, its audit row and its event', async () => {
  const { scene: at, projectId, input } = await world()
  const reply = await at.member.call(cancelPendingRequest, input)
  expect(reply).toMatchObject({
    status: 200,
    body: { id: input.id, status: 'cancelled', decidedBy: 'member', decision: null, feedback: null },
  })
  expect(await auditOf(server, at.workspace, input.id)).toMatchObject([
    {
      action: 'pending_request.cancel',
      category: 'update',
      outcome: 'success',
      requestId: reply.headers.get('x-request-id'),
      details: { projectId, status: 'cancelled' },
    },
  ])
  expect(await at.eventNames(input.id)).toEqual(['pending_request.cancelled'])
})

test('404 for a client with any grant, so that cancelling does not reveal a request', async () => {
  const { scene: at, projectId, input } = await world()
  for (const level of ['view', 'steer'] as const) {
    await at.grant(projectId, at.clientId, level)
    expectError(await unchanged(server, () => at.client.call(cancelPendingRequest, input)), 404, 'not_found')
  }
})
