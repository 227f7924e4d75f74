import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { presentTasks, editTask } from '../../tasks/index.ts'
import { progressOf } from '../../tasks/rules.ts'
import { taskAuditSubject } from '../../cycles/index.ts'
import { updateCycleTask } from '../contract.ts'
import { lockPlan, needsFaults, needsByTask } from '../editable-plan.ts'
import { faultsOfNeeds } from '../rules-plan.ts'

export default (engine: Pick<Engine, 'wake'>) =>
  handle(updateCycleTask, async ({ tx, params, body, caller, now, absent, fail, invalid, ok }) => {
    const { cycle, place, tasks } = (await lockPlan(tx, params.id)) ?? fail.closed()
    const task = tasks.find(({ id }) => id === params.taskId) ?? absent()
    if (place === 'run' && (progressOf(task) !== 'waiting' || task.ownRuns > 0)) return fail.begun()
    const { dependsOn } = body
    if (dependsOn) {
      const others = (await needsByTask(tx, tasks)).filter(({ name }) => name !== task.id)
      const faults = faultsOfNeeds([...others, { name: task.id, needs: dependsOn }])
      if (faults.length > 0) return invalid(needsFaults(faults))
    }
    const changed = (await editTask(tx, task, body, now)) ?? absent()
    if (place === 'run') await engine.wake(tx, cycle.runId!)
    const [presented] = await presentTasks(tx, [changed], caller)
    return ok(presented!, taskAuditSubject(changed, { fields: Object.keys(body) }))
  })
