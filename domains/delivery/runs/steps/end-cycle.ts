import type { EndContext, Failure, RunEnd } from '../../../../platform/jobs/index.ts'
import { withdrawPullRequest } from '../../../code/code-hosts/index.ts'
import { clearRunConfigs } from '../../../code/environments/index.ts'
import { deleteCopiedContents } from '../../../agents/project-resources/index.ts'
import { closeRequests } from '../../requests/index.ts'
import { releaseReservations } from '../../../agents/spending/index.ts'
import { findAnyTask, moveTask, type TaskFailure } from '../../tasks/index.ts'
import { progressOf } from '../../tasks/rules.ts'
import { moveCycle, lockCycle, notifyStarter } from '../../cycles/index.ts'
import { cycleRunId, ledgerPrefix } from '../../workbench/index.ts'
import { tasksOfRun, deriveBlocked } from '../work.ts'
import { sentence } from '../../sentences/index.ts'

const stopped: TaskFailure = { message: sentence('run_stopped'), code: 'stopped' }

/** Moves the cycle and its tasks to the end that their run came to, in the transaction that ends it. */
export const endCycle = async (context: EndContext, end: RunEnd): Promise<void> => {
  const { run, tx, now } = context
  await releaseReservations(tx, run.id)
  await clearRunConfigs(tx, { runId: run.id })
  await deleteCopiedContents(tx, run.id)
  const cycle = await lockCycle(tx, run.subjectId)
  if (end.status !== 'finished') await withdrawPullRequest(tx, { runId: run.id, now })
  if (cycle?.runNumber !== run.number || end.status === 'finished') return
  const failure = end.status === 'failed' ? failureOf(end.failure) : stopped
  await failTasks(context, failure, end.status !== 'failed')
  await closeRequests(tx, run.id, now, { decision: failure.message })
  const isFailed = end.status === 'failed' && (await moveCycle(tx, cycle.id, 'fail', now, failure)) !== undefined
  if (isFailed) await notifyStarter(tx, cycle, failure, now)
  // A failure may come while a stop is on its way: then the run ends as requested.
  await moveCycle(tx, cycle.id, 'stopped', now)
}

/** Ends the tasks of a failed run: merged tasks stay merged, and tasks that never began have the reason. */
const failTasks = async (context: EndContext, failure: TaskFailure, isStopped: boolean) => {
  const { tx, run, now } = context
  const tasks = await tasksOfRun(tx, run.subjectId, run.id)
  const isOfAnother = !isStopped && tasks.some((task) => progressOf(task) === 'failed')
  for (const task of tasks) {
    const progress = progressOf(task)
    if (isOfAnother && progress === 'merged') continue
    const own = progress === 'waiting' ? whyNotBegun(isOfAnother, isStopped) : undefined
    await moveTask(tx, { id: task.id, runId: run.id }, 'failed', now, { failure: own ?? failure })
  }
}

/** Why a task did not begin; undefined if the run itself failed before. */
const whyNotBegun = (isOfAnother: boolean, isStopped: boolean): TaskFailure | undefined => {
  if (isStopped) return { message: sentence('task_stopped_before'), code: 'not_begun' }
  return isOfAnother ? { message: sentence('task_not_begun'), code: 'not_begun' } : undefined
}

/** Ends the run of a task. An end without a failure left an approved change. */
export const endTask = async ({ run, tx, now }: EndContext, end: RunEnd): Promise<void> => {
  const task = await findAnyTask(tx, { id: run.subjectId })
  const runId = cycleRunId(run)
  if (task) await releaseReservations(tx, runId, ledgerPrefix(task, run))
  if (end.status === 'finished') return
  const failure = end.status === 'failed' ? failureOf(end.failure) : stopped
  if (task) await lockCycle(tx, task.cycleId)
  await closeRequests(tx, run.id, now, { decision: failure.message })
  if (task?.ownRunId !== run.id) return
  await moveTask(tx, { id: task.id, runId }, 'failed', now, { failure })
  await deriveBlocked(tx, task.cycleId, runId, now)
}

const failureOf = ({ message, step, code, details }: Failure): TaskFailure => ({
  message,
  ...(step && { step }),
  ...(code && { code }),
  ...(typeof details?.log === 'string' && { log: details.log }),
  ...(details?.forAgency === true && { forAgency: true }),
})
