import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { attachedRepository } from '../../../testing/repositories/attached-repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import type { Run } from '../../../platform/jobs/index.ts'
import { findCycle } from '../cycles/index.ts'
import { refsOf } from '../cycles/rules.ts'
import { makeTasks } from './make-tasks.ts'

const server = await testServer()

test('kept tests go to the repository in which their task worked', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const [primary] = await asOwner(server, 'select id from repository where project_id = $1', [projectId])
  const other = await attachedRepository(at.owner, projectId)
  const kept = await taskIn(server, at, { projectId, cycleId: await cycleIn(server, at, projectId) })
  await asOwner(server, 'update task set repository_id = $2 where id = $1', [kept.id, other])
  const cycleId = await cycleIn(server, at, projectId)
  await asOwner(server, 'update cycle set keeps_tests_of_task_id = $2 where id = $1', [cycleId, kept.id])
  const count = await server.database.within(at.workspace, async (tx) =>
    makeTasks(tx, {
      cycle: (await findCycle(tx, cycleId))!,
      run: { id: uuidv7() } as Run,
      refs: refsOf(cycleId, 1),
      repositoryId: primary!.id as string,
      baseSha: 'a'.repeat(40),
      planned: { pieces: [], by: 'request' },
      now: new Date(),
    }),
  )
  expect(count).toBe(1)
  expect(await asOwner(server, 'select repository_id from task where cycle_id = $1', [cycleId])).toEqual([
    { repository_id: other },
  ])
})
