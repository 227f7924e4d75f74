import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { lastNumberOf, planTask, presentTasks, replaceNeeds } from '../../tasks/index.ts'
import { taskAuditSubject } from '../../cycles/index.ts'
import { addCycleTask } from '../contract.ts'
import { lockPlan, needsFaults, needsByTask } from '../editable-plan.ts'
import { refsOf, planLimits } from '../../cycles/rules.ts'
import { faultsOfNeeds } from '../rules-plan.ts'
import { repositoryFaults } from '../task-repository.ts'

export default (engine: Pick<Engine, 'wake'>) =>
  handle(addCycleTask, async ({ tx, params, body, caller, now, fail, invalid, created }) => {
    const plan = (await lockPlan(tx, params.id)) ?? fail.closed()
    const { cycle, place, tasks } = plan
    if (tasks.length >= planLimits.tasks) return fail.tooMany()
    const { title, description, dependsOn = [], repositoryId } = body
    const id = uuidv7()
    const faults = faultsOfNeeds([...(await needsByTask(tx, tasks)), { name: id, needs: dependsOn }])
    if (faults.length > 0) return invalid(needsFaults(faults))
    const elsewhere = await repositoryFaults(tx, cycle.projectId, repositoryId, place === 'run' ? cycle : undefined)
    if (elsewhere.length > 0) return invalid(elsewhere)
    const ofRemoved = place === 'run' ? await lastNumberOf(tx, cycle.runId!) : 0
    const number = Math.max(ofRemoved, ...tasks.map((task) => task.number)) + 1
    const ofRun = place === 'run' && {
      runId: cycle.runId!,
      branch: refsOf(cycle.id, cycle.runNumber).task(number),
      repositoryId: repositoryId ?? cycle.repositoryId ?? undefined,
    }
    const added = { id, projectId: cycle.projectId, cycleId: cycle.id, number, title, description, repositoryId, now }
    const task = await planTask(tx, { ...added, ...ofRun, addedBy: caller.userId })
    await replaceNeeds(tx, id, dependsOn)
    if (place === 'run') await engine.wake(tx, cycle.runId!)
    const [presented] = await presentTasks(tx, [task], caller)
    return created(presented!, taskAuditSubject(task))
  })
