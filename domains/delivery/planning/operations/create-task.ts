import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { ifNotQueued, type Engine } from '../../../../platform/jobs/index.ts'
import { planTask, presentTasks } from '../../tasks/index.ts'
import { taskAuditSubject, createCycle } from '../../cycles/index.ts'
import { createTask } from '../contract.ts'
import { beginIntake } from '../intake/begin.ts'
import { wakeAutonomousRun } from '../project-run/wake-autonomous-run.ts'
import { titleFrom } from '../rules-changes.ts'
import { repositoryFaults } from '../task-repository.ts'

/** Its cycle is a draft, and has this task alone: no planner is asked. */
export default (engine: Engine) =>
  handle(createTask, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { projectId, description, repositoryId } = body
    const elsewhere = await repositoryFaults(tx, projectId, repositoryId)
    if (elsewhere.length > 0) return invalid(elsewhere)
    const told = { title: body.title ?? titleFrom(description), description }
    const cycle = await createCycle(tx, { ...told, id: uuidv7(), projectId, createdBy: caller.userId, now })
    const at = { id: uuidv7(), projectId, cycleId: cycle.id, number: 1, now }
    const task = await planTask(tx, { ...at, ...told, repositoryId, addedBy: caller.userId })
    await beginIntake(engine, tx, cycle, now).catch(ifNotQueued(() => fail.notQueued()))
    await wakeAutonomousRun(engine, tx, projectId)
    const [presented] = await presentTasks(tx, [task], caller)
    return created(presented!, taskAuditSubject(task, { title: task.title }))
  })
