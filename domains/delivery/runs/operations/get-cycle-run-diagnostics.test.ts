import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { executeCycle, getCycleRunDiagnostics } from '../contract.ts'
import { stopCycle } from '../../cycles/contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const draft = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId) } }
}
const world = async () => {
  const made = await draft()
  expect((await made.scene.owner.call(executeCycle, made.input)).status).toBe(200)
  return made
}

test('404 before the cycle is executed', async () => {
  const { scene: at, input } = await draft()
  const reply = await unchanged(server, () => at.owner.call(getCycleRunDiagnostics, input))
  expect(reply).toMatchObject({ status: 404, body: { code: 'no_run' } })
})

test('200 with a run that waits for a worker, and after a stop', async () => {
  const { scene: at, input } = await world()
  const queued = {
    seq: 1,
    name: 'plan',
    taskId: null,
    status: 'queued',
    attempt: 0,
    worker: null,
    error: null,
    startedAt: null,
    endedAt: null,
  }
  const { status, body } = await at.member.call(getCycleRunDiagnostics, input)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      environments: [],
      skills: [],
      toolServers: [],
      carriedOutBy: null,
      earlierChecks: [],
      runId: expect.any(String),
      runNumber: 1,
      status: 'active',
      engineStatus: 'created',
      failure: null,
      parked: [],
      steps: [queued],
      startedAt: expect.any(String),
      endedAt: null,
    },
  })
  await at.owner.call(stopCycle, input)
  expect((await at.owner.call(getCycleRunDiagnostics, input)).body).toMatchObject({
    status: 'cancelling',
    endedAt: null,
    steps: [
      { seq: 2, name: 'clean-up', status: 'queued' },
      { seq: 1, name: 'plan', status: 'cancelled', endedAt: expect.any(String) },
    ],
  })
})
