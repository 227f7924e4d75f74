import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deleteCycle } from '../../cycles/contract.ts'
import { getTask } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  return { scene: at, projectId, cycleId, input: { id: (await taskIn(server, at, { projectId, cycleId })).id } }
}

test('200 with the task, its failure and its dependencies', async () => {
  const { scene: at, projectId, cycleId, input } = await world()
  const before = await taskIn(server, at, { projectId, cycleId }, 'done', 2)
  const failure = { message: 'It did not work.', step: 'check-task', code: 'review_refused', log: '1 failed' }
  await asOwner(server, `update task set status = 'failed', failure = $2 where id = $1`, [input.id, failure])
  const depend = 'insert into task_dependency (workspace_id, task_id, depends_on) values ($1, $2, $3)'
  await asOwner(server, depend, [at.workspace, input.id, before.id])
  expect(await at.member.call(getTask, input)).toMatchObject({
    status: 200,
    body: { id: input.id, projectId, cycleId, number: 1, status: 'failed', failure, dependsOn: [before.id] },
  })
})

test('404 for a task of a deleted cycle', async () => {
  const { scene: at, cycleId, input } = await world()
  await asOwner(server, `update cycle set status = 'draft' where id = $1`, [cycleId])
  expect((await at.owner.call(deleteCycle, { id: cycleId })).status).toBe(200)
  expect(await at.owner.call(getTask, input)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
