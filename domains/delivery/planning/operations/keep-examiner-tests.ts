import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { aboutCycle as auditSubject, createCycle, findCycle, presentCycle } from '../../cycles/index.ts'
import { descriptionOfKeptTests, titleOfKeptTests } from '../rules-kept-tests.ts'
import { acceptanceTestsOf, keepAcceptanceTests } from '../../acceptance/index.ts'
import { filesToKeep } from '../../examination/index.ts'
import { findTask, markTestsKept } from '../../tasks/index.ts'
import { progressOf } from '../../tasks/rules.ts'
import { keepExaminerTests } from '../contract.ts'
import { wakeAutonomousRun } from '../project-run/wake-autonomous-run.ts'

export default (engine: Engine) =>
  handle(keepExaminerTests, async ({ tx, params, body, caller, now, absent, fail, accepted: answer }) => {
    const task = (await findTask(tx, params.id)) ?? absent()
    const delivered = await findCycle(tx, task.cycleId)
    if (delivered?.status !== 'completed' || progressOf(task) !== 'merged') return fail.notDelivered()
    const accepted = body.acceptance ? await acceptanceTestsOf(tx, task.cycleId) : []
    if (filesToKeep(task.review?.examination).length + accepted.length === 0) return fail.noTests()
    const id = uuidv7()
    if (!(await markTestsKept(tx, task.id, id, now))) return fail.kept()
    if (accepted.length > 0) await keepAcceptanceTests(tx, task.cycleId, id)
    const cycle = await createCycle(tx, {
      id,
      projectId: task.projectId,
      targetBranch: delivered.targetBranch ?? undefined,
      title: titleOfKeptTests(task.title),
      description: descriptionOfKeptTests(task),
      keepsTestsOfTaskId: task.id,
      createdBy: caller.userId,
      now,
    })
    const adopted = await wakeAutonomousRun(engine, tx, task.projectId)
    const details = { title: cycle.title, adopted, keepsTestsOfTaskId: task.id }
    return answer({ cycle: presentCycle(cycle, caller), adopted }, auditSubject(cycle, details))
  })
