import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { ifNotQueued, type Engine } from '../../../../platform/jobs/index.ts'
import { takeEnvironments } from '../../../code/environments/index.ts'
import { checksOf, beginRerun, presentRerun, rerunsMost, rerunsOf } from '../../checks/index.ts'
import { findTask } from '../../tasks/index.ts'
import { hasFixedCommit } from '../rules-reruns.ts'
import { taskAuditSubject, lockCycle } from '../../cycles/index.ts'
import { setupName } from '../../workbench/index.ts'
import { rerunTaskCheck } from '../contract.ts'
import { checkRun } from '../graph.ts'

const unknownCheck = { path: 'name', message: 'is no check that ran over the change of this task', rule: 'unknown' }

/** The cycle's row is held, so that of several callers one begins. */
export default (engine: Pick<Engine, 'start'>) =>
  handle(rerunTaskCheck, async ({ tx, params, body: { name }, caller, now, absent, fail, invalid, accepted }) => {
    const task = (await findTask(tx, params.id)) ?? absent()
    await lockCycle(tx, task.cycleId)
    if (!hasFixedCommit(task)) return fail.atWork()
    const { runId, headSha: commitSha } = task
    const checks = runId && commitSha ? await checksOf(tx, task.id, runId) : []
    const { command } =
      checks.find((check) => check.phase === 'task' && check.name === name && name !== setupName) ??
      invalid([unknownCheck])
    const before = await rerunsOf(tx, task.id, runId!)
    if (before.some(({ endedAt }) => endedAt === null)) return fail.underWay()
    if (before.length >= rerunsMost) return fail.tooMany()
    const id = uuidv7()
    const start = { workspaceId: tx.workspace!, kind: checkRun.at['run-check'].graph, subjectId: id }
    const run = await engine.start(tx, start).catch(ifNotQueued(() => fail.notQueued()))
    await takeEnvironments(tx, task.projectId, run.id)
    const of = { taskId: task.id, runId: runId!, ownRunId: run.id, commitSha: commitSha! }
    const rerun = await beginRerun(tx, { id, ...of, name, command, now })
    return accepted(presentRerun(rerun, caller), taskAuditSubject(task, { name, commitSha }))
  })
