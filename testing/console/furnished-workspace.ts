import { cycleIn, emptyProject, taskIn } from '../cycles.ts'
import { publishedIn } from '../runs/deliverables.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** A hostile name that a person may give to things. */
export const hostile = '<img src=x onerror=alert(1)> إضافة الدفع 🧾 ' + 'Rindfleischetikettierung'.repeat(12)

/** Fills a workspace with one of everything that pages of the console draw, with hostile names. */
export const furnish = async (server: TestServer, at: Scene) => {
  const projectId = await emptyProject(at.owner)
  await asOwner(server, 'update project set name = $2 where id = $1', [projectId, hostile.slice(0, 100)])
  const running = await cycleIn(server, at, projectId, 'running')
  const task = await taskIn(server, at, { projectId, cycleId: running }, 'building')
  await taskIn(server, at, { projectId, cycleId: running }, 'queued', 2)
  await asOwner(server, 'update task set run_id = $2 where cycle_id = $1', [running, task.runId])
  await asOwner(server, 'update cycle set title = $2, description = $2, run_id = $3, run_number = 1 where id = $1', [
    running,
    hostile.slice(0, 200),
    task.runId,
  ])
  await cycleIn(server, at, projectId, 'failed')
  await publishedIn(server, at, projectId)
  return { projectId, running, task }
}
