import { expect, test } from 'vitest'
import { unchanged } from '../../../../testing/refusals.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { archiveProject } from '../../../code/projects/contract.ts'
import { executeTask } from '../contract.ts'
import { taskStatuses, type TaskStatus } from '../rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: TaskStatus = 'queued') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  return { scene: at, projectId, input: { id: (await taskIn(server, at, { projectId, cycleId }, status)).id } }
}

test.each(taskStatuses)('501 for a task that is %s, without a change', async (status) => {
  const { scene: at, input } = await world(status)
  const reply = await unchanged(server, () => at.owner.call(executeTask, input))
  expect(reply).toMatchObject({
    status: 501,
    body: {
      code: 'no_standalone_run',
      error: expect.stringContaining('Execute its cycle instead'),
      requestId: expect.any(String),
    },
  })
})

test('501 in an archived project, as everywhere', async () => {
  const { scene: at, projectId, input } = await world()
  expect((await at.owner.call(archiveProject, { id: projectId })).status).toBe(200)
  expect((await unchanged(server, () => at.owner.call(executeTask, input))).status).toBe(501)
})
