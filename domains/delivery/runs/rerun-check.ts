import { record } from '../../../platform/audit/index.ts'
import {
  failRun,
  finish,
  Unrecoverable,
  type EffectContext,
  type EndContext,
  type RunEnd,
} from '../../../platform/jobs/index.ts'
import { clearRunConfigs } from '../../code/environments/index.ts'
import { repositoriesOnOwnHost } from '../../code/repository-records/index.ts'
import { noteOnRequest } from '../requests/index.ts'
import { checksOf, endRerun, type RerunResult } from '../checks/index.ts'
import { findAnyTask } from '../tasks/index.ts'
import { withReportOf } from '../proving/index.ts'
import { messageFor } from './fail-step.ts'
import {
  discardWorktrees,
  type CycleParts,
  repositoryOfCommit,
  runChecks,
  type StepWork,
  withUniqueNames,
} from '../workbench/index.ts'
import { findRerunWork, type RerunWork } from './work.ts'
import { sentence } from '../sentences/index.ts'
import { checkRun } from './graph.ts'

const notOurs = 'Not run: something went wrong on our side. Ask for it again.'

/** Runs one check again, in fresh files of the commit that was judged, with the environments of today. */
const rerun = async (parts: CycleParts, context: EffectContext): Promise<RerunResult> => {
  const work = await locate({ parts, context, work: await findRerunWork(context.read, context.run) })
  const { task, runtime, rerun: asked } = work
  const declared = withUniqueNames(runtime.checks ?? []).find(({ name }) => name === asked.name)
  const checks = [{ ...declared, name: asked.name, command: asked.command }]
  const rows = await runChecks({ parts, context, work }, { commit: asked.commitSha, phase: 'task', checks })
  const earlier = await context.read((tx) => checksOf(tx, task.id, task.runId!))
  const base = earlier.find(({ name, phase }) => phase === 'base' && name === asked.name)
  return withReportOf(
    base,
    rows.find(({ name }) => name === asked.name)!,
  )
}

/** Finds the commit: if the task's row names no repository, it may be in an earlier primary repository. */
const locate = async ({ parts, context, work }: StepWork<RerunWork>): Promise<RerunWork> => {
  const { repositories } = parts
  const own = await context.read((tx) => repositoriesOnOwnHost(tx, work.project.id))
  const repository = work.task.repositoryId
    ? work.repository
    : await repositoryOfCommit(repositories, work.repository, own, work.rerun.commitSha)
  if (!(await repositories.commitExists(repository.id, work.rerun.commitSha)))
    throw new Unrecoverable('Not run: the commit is gone. Commits of runs that were stopped are deleted.')
  return { ...work, repository }
}

/** Stores the result beside the first one and its verdict: the person who decides on the change reads both. */
const storeResult = async ({ tx, run, now }: Pick<EndContext, 'tx' | 'run' | 'now'>, result: RerunResult) => {
  const ended = await endRerun(tx, run.subjectId, result, now)
  const task = ended && (await findAnyTask(tx, { id: ended.taskId }))
  if (!task) return
  const { id, taskId, name, commitSha, outcome, durationMs } = ended
  record(tx, undefined, {
    name: 'task.rechecked',
    entity: ['task', taskId],
    projectId: task.projectId,
    cycleId: task.cycleId,
    taskId,
    payload: { checkRerunId: id, name, commitSha, outcome, durationMs },
  })
  const rerun = sentence(`check_rerun_${outcome ?? 'could_not_run'}`, { check: name })
  await noteOnRequest(
    tx,
    { taskId, commitSha },
    { code: 'check_rerun', message: `${rerun} ${sentence('verdict_stays')}` },
  )
}

/** A rerun that was cancelled or failed is shown as a rerun that could not run. */
const rerunEnded = async (context: EndContext, end: RunEnd): Promise<void> => {
  await clearRunConfigs(context.tx, { runId: context.run.id })
  if (end.status === 'finished') return
  const log = end.status === 'failed' ? end.failure.message : 'Not run: it was stopped.'
  const nothing = { exitCode: null, stoppedBy: null, durationMs: 0, report: null }
  await storeResult(context, { outcome: 'could_not_run', ...nothing, log })
}

export const checkWorkflow = (parts: CycleParts) =>
  checkRun.workflow({
    first: 'run-check',
    steps: {
      'run-check': checkRun.step('run-check', {
        sandbox: true,
        failed: ({ step }, error) => failRun({ message: messageFor(error, notOurs), step: step.name }),
        effect: (context) => rerun(parts, context),
        commit: async (context, result) => {
          await storeResult(context, result)
          return finish()
        },
      }),
    },
    reconcile: ({ run, step }) => discardWorktrees(parts.repositories, run.id, step),
    ended: rerunEnded,
  })
