import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { moveTask } from './move.ts'
import { terminalStatuses, type TaskStatus } from './rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async (status: TaskStatus) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const task = await taskIn(server, at, { projectId, cycleId: await cycleIn(server, at, projectId) }, status)
  const move = () => server.database.within(at.workspace, (tx) => moveTask(tx, task, 'building', new Date()))
  return { at, task, move }
}

test.each(terminalStatuses)('a task that is %s keeps its status', async (status) => {
  const { at, move } = await world(status)
  const before = await at.rows('task')
  expect(await move()).toBeUndefined()
  expect(await at.rows('task')).toEqual(before)
})

test.each(terminalStatuses)('the engine overrides %s set by a person', async (status) => {
  const { task, move } = await world('queued')
  await asOwner(server, 'update task set status = $2, status_by_hand = true where id = $1', [task.id, status])
  expect(await move()).toMatchObject({ status: 'building', statusByHand: false })
})

test('a task of another run is not changed', async () => {
  const { at, task } = await world('queued')
  const other = { ...task, runId: at.workspace }
  const moved = await server.database.within(at.workspace, (tx) => moveTask(tx, other, 'building', new Date()))
  expect(moved).toBeUndefined()
})
