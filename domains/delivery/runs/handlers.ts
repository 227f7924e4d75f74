import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { ifNotQueued, type Engine, type Diagnostics } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { failedFetches, setupsOf } from '../../../execution/packages/index.ts'
import { resourcesOfRun } from '../../agents/project-resources/index.ts'
import { copyEnvironmentsToRun, environmentOfRun } from '../../code/environments/index.ts'
import { checksOf, beginRerun, newestChecks, presentRerun, rerunsMost, rerunsOf } from '../checks/index.ts'
import { aboutCycle as auditSubject, noteStarter, taskAuditSubject, lockCycle, findCycle } from '../cycles/index.ts'
import { dispatch, type DispatchParts, isResumable, presentRun, type ShownStep, stepsOf } from '../planning/index.ts'
import { findTask, tasksOfCycle, failureFor, type TaskRow } from '../tasks/index.ts'
import { type CycleParts, setupName } from '../workbench/index.ts'
import * as contract from './contract.ts'
import { checkRun } from './graph.ts'
import { hasFixedCommit } from './rules-moves.ts'

const executeCycle = (parts: DispatchParts & Pick<CycleParts, 'agentDesktop'>) =>
  handle(contract.executeCycle, async ({ tx, params, query, caller, now, fail, ok }) => {
    const outcome = await dispatch(tx, parts, params.id, now).catch(ifNotQueued(() => fail.notQueued()))
    if (typeof outcome === 'string') return fail[outcome]()
    const { cycle, run } = outcome
    const hasDesktop = query.mode === 'desktop'
    const { unavailable: reason } = parts.agentDesktop
    if (hasDesktop && reason !== undefined) return fail.noDesktop({ reason })
    await noteStarter(tx, { runId: run.id, userId: caller.userId, hasDesktop })
    return ok(
      { cycleId: cycle.id, runId: run.id, runNumber: run.number, status: cycle.status },
      auditSubject(cycle, { runId: run.id, runNumber: run.number, mode: query.mode ?? 'sandbox' }),
    )
  })

const unknownCheck = { path: 'name', message: 'is no check that ran over the change of this task', rule: 'unknown' }

/** Locks the cycle's row, so that only the first caller begins a rerun. */
const rerunTaskCheck = (engine: Pick<Engine, 'start'>) =>
  handle(
    contract.rerunTaskCheck,
    async ({ tx, params, body: { name }, caller, now, absent, fail, invalid, accepted }) => {
      const task = (await findTask(tx, params.id)) ?? absent()
      await lockCycle(tx, task.cycleId)
      if (!hasFixedCommit(task)) return fail.atWork()
      const { runId, headSha: commitSha } = task
      const checks = runId && commitSha ? await checksOf(tx, task.id, runId) : []
      const { command } =
        checks.find((check) => check.phase === 'task' && check.name === name && name !== setupName) ??
        invalid([unknownCheck])
      const before = await rerunsOf(tx, { taskId: task.id, runId: runId! })
      if (before.some(({ endedAt }) => endedAt === null)) return fail.underWay()
      if (before.length >= rerunsMost) return fail.tooMany()
      const id = uuidv7()
      const start = { workspaceId: tx.workspace!, kind: checkRun.at['run-check'].graph, subjectId: id }
      const run = await engine.start(tx, start).catch(ifNotQueued(() => fail.notQueued()))
      await copyEnvironmentsToRun(tx, { projectId: task.projectId, runId: run.id })
      const of = { taskId: task.id, runId: runId!, ownRunId: run.id, commitSha: commitSha! }
      const rerun = await beginRerun(tx, { id, ...of, name, command, now })
      return accepted(presentRerun(rerun, caller), taskAuditSubject(task, { name, commitSha }))
    },
  )

const dropProjectSetups = (objects: ObjectStore) =>
  handle(contract.dropProjectSetups, async ({ params, ok }) => {
    await objects.dropCached(setupsOf(params.id))
    failedFetches(objects).forget(setupsOf(params.id))
    return ok(
      { message: 'The kept packages of the project are dropped. Its next cycle fetches and installs them again.' },
      { resource: ['project', params.id], within: { projectId: params.id } },
    )
  })

const getCycleRunDiagnostics = (engine: Engine) =>
  handle(contract.getCycleRunDiagnostics, async ({ tx, params, caller, absent, fail, ok }) => {
    const cycle = (await findCycle(tx, params.id)) ?? absent()
    const found = cycle.runId ? await engine.diagnostics(tx, cycle.runId) : undefined
    if (!found) return fail.noRun()
    const tasks = (await tasksOfCycle(tx, cycle.id)).filter(({ runId }) => runId === found.run.id)
    const { from } = await environmentOfRun(tx, found.run.id)
    const begunAt = ({ startedAt }: ShownStep) => startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER
    const steps = [...stepsOf(found, null), ...(await stepsOfTasks(engine, tx, tasks))]
    steps.sort((one, other) => begunAt(other) - begunAt(one))
    const carriedOutBy = tasks.find(({ agent }) => agent !== null)?.agent ?? null
    return ok({
      ...presentRun(found),
      environments: [...from],
      ...(await resourcesOfRun(tx, found.run.id)),
      carriedOutBy,
      earlierChecks: await newestChecks(tx, { projectId: cycle.projectId }),
      steps: steps.slice(0, stepsMost),
      engineStatus: engineStatus(found),
      failure: failureFor(cycle.failure, caller.role),
    })
  })

const stepsMost = 100

/** A run that waits for its tasks has the status of the first waiting one. */
const engineStatus = ({ run, queue, parked }: Diagnostics) => {
  const waiting = queue ? undefined : (parked.find(isResumable) ?? parked.find((one) => one.run.id === run.id))
  return waiting ? `parked: ${waiting.kind}` : (queue?.state ?? run.status)
}

const stepsOfTasks = async (engine: Engine, tx: Transaction, tasks: readonly TaskRow[]) => {
  const found: ShownStep[] = []
  for (const { id, ownRunId } of tasks) {
    const own = ownRunId && (await engine.diagnostics(tx, ownRunId))
    if (own) found.push(...stepsOf(own, id))
  }
  return found
}

export default (parts: DispatchParts & Pick<CycleParts, 'agentDesktop' | 'objects'>) => ({
  executeCycle: executeCycle(parts),
  rerunTaskCheck: rerunTaskCheck(parts.engine),
  dropProjectSetups: dropProjectSetups(parts.objects),
  getCycleRunDiagnostics: getCycleRunDiagnostics(parts.engine),
})
