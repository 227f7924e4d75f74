import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { closeRequests } from '../../requests/index.ts'
import { progressOf } from '../../tasks/rules.ts'
import { removeTask } from '../../tasks/index.ts'
import { taskAuditSubject } from '../../cycles/index.ts'
import { removeCycleTask } from '../contract.ts'
import { lockPlan, needsByTask } from '../editable-plan.ts'

export default (engine: Pick<Engine, 'wake' | 'cancel'>) =>
  handle(removeCycleTask, async ({ tx, params, caller, now, absent, fail, ok }) => {
    const { cycle, place, tasks } = (await lockPlan(tx, params.id)) ?? fail.closed()
    const task = tasks.find(({ id }) => id === params.taskId) ?? absent()
    if (place === 'run' && ['approved', 'merged'].includes(progressOf(task))) return fail.merged()
    if (place === 'run' && tasks.length === 1) return fail.last()
    if ((await needsByTask(tx, tasks)).some(({ needs }) => needs.includes(task.id))) return fail.needed()
    await removeTask(tx, task, now)
    if (place === 'run' && task.ownRunId) {
      await closeRequests(tx, task.ownRunId, now, { userId: caller.userId, decision: 'The task was removed.' })
      await engine.wake(tx, cycle.runId!)
      await engine.cancel(tx, task.ownRunId)
    } else if (place === 'run') await engine.wake(tx, cycle.runId!)
    return ok({ message: `The task “${task.title}” is removed.` }, taskAuditSubject(task, { title: task.title }))
  })
