import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteCycle } from '../../cycles/contract.ts'
import { getPendingRequest } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (requiredActor: 'agency' | 'client' = 'client') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId, 'failed')
  const id = await requestIn(server, at, projectId, { requiredActor, cycleId })
  return { scene: at, projectId, cycleId, input: { id } }
}

test('200 with every field', async () => {
  const { scene: at, projectId, cycleId } = await world()
  const { id: taskId, runId } = await taskIn(server, at, { projectId, cycleId })
  const reasons = [{ code: 'assertion_removed', message: 'An assertion is gone.', path: 'a.test.ts', line: 3 }]
  const given = { projectId, cycleId, taskId, runId, reasons, commitSha: 'a'.repeat(40), title: 'T', question: 'Q?' }
  const id = await requestIn(server, at, projectId, { ...given, requestType: 'approval', blocking: true })
  expect(await at.member.call(getPendingRequest, { id })).toMatchObject({
    status: 200,
    body: {
      ...given,
      id,
      requestType: 'approval',
      requiredActor: 'agency',
      blocking: true,
      status: 'pending',
      createdAt: expect.any(String),
      decidedAt: null,
      decidedBy: null,
      decision: null,
      feedback: null,
    },
  })
})

test('404 for a client on the agency’s requests, and for everybody once its cycle is deleted', async () => {
  const { scene: at, projectId, cycleId, input } = await world('agency')
  await at.grant(projectId, at.clientId, 'steer')
  expectError(await unchanged(server, () => at.client.call(getPendingRequest, input)), 404, 'not_found')
  expect((await at.owner.call(getPendingRequest, input)).status).toBe(200)
  expect((await at.owner.call(deleteCycle, { id: cycleId })).status).toBe(200)
  expectError(await at.owner.call(getPendingRequest, input), 404, 'not_found')
})
