import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { getCycle } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId) } }
}

test('200 with the cycle and its tasks in order, with their dependencies', async () => {
  const { scene: at, projectId, input } = await world()
  const of = { projectId, cycleId: input.id }
  const second = await taskIn(server, at, of, 'blocked', 2)
  const first = await taskIn(server, at, of, 'done', 1)
  await asOwner(server, 'update task set run_id = $1 where cycle_id = $2', [first.runId, input.id])
  const depend = 'insert into task_dependency (workspace_id, task_id, depends_on) values ($1, $2, $3)'
  await asOwner(server, depend, [at.workspace, second.id, first.id])
  const { status, body } = await at.owner.call(getCycle, input)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      previewUrl: null,
      cycle: { id: input.id, projectId, status: 'draft', runNumber: 0, failure: null },
      tasks: [
        { id: first.id, number: 1, status: 'done', dependsOn: [], statusSetByHand: false, cycleId: input.id },
        { id: second.id, number: 2, status: 'blocked', dependsOn: [first.id], failure: null },
      ],
    },
  })
})

test('404 for a deleted cycle', async () => {
  const { scene: at, input } = await world()
  await asOwner(server, 'update cycle set deleted_at = now(), deleted_by = created_by where id = $1', [input.id])
  expect(await at.owner.call(getCycle, input)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
