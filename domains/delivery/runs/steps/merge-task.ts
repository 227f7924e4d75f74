import type { TreePath } from '../../../../execution/repositories/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import { goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { removeLater } from '../../../../platform/removals/index.ts'
import { deliversByPullRequest } from '../../../code/code-hosts/index.ts'
import { moveTask, recordConflict, recordMergeSha, type TaskFailure, type TaskRow } from '../../tasks/index.ts'
import { conflictsMost } from '../../cycles/rules.ts'
import { lockCycle, integrateTask } from '../../cycles/index.ts'
import { approvalOfCommit } from '../../requests/index.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts } from '../../workbench/index.ts'
import { savedWorkOf } from '../../agent-work/index.ts'
import { findWorkOn } from '../work.ts'
import { cycleRun } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'

/**
 * Merges a task's branch into the cycle's, one task at a time; the merge is the same commit at each repeat of the step.
 * A change that conflicts goes to its agent again, from the currently merged commit.
 */
export const mergeTask = ({ repositories, previewSite }: CycleParts) =>
  cycleRun.step('merge-task', {
    failed: failStep,
    effect: async ({ run, read, write, key, step }) => {
      const work = await findWorkOn(read, run, step.payload.taskId)
      const { task, repository } = work
      // The code host merges: the task stays approved until the pull request of its cycle is merged.
      const isForHost = await write(async (tx) => {
        const { project, isDefaultTarget } = work
        if (isDefaultTarget && (await deliversByPullRequest(tx, project.id, repository.id))) return true
        await moveTask(tx, { id: task.id, runId: run.id }, 'merging', await tx.now())
        return false
      })
      const ours = work.integrationSha!
      const theirs = task.headSha!
      const message = `Merge task ${task.number}: ${task.title}`
      const merged = await repositories.merge(repository.id, { ours, theirs, message, at: run.createdAt, key })
      return { work, merged, isForHost }
    },
    commit: async (context, { work, merged, isForHost }) => {
      const { tx, run, now } = context
      const { task, cycle, repository } = work
      await lockCycle(tx, task.cycleId)
      if (merged.sha === undefined) await goBack(context, task, merged.conflicts)
      else {
        if (isForHost) await recordMergeSha(tx, task.id, run.id, merged.sha)
        else await moveTask(tx, { id: task.id, runId: run.id }, 'merged', now, { mergeSha: merged.sha })
        const integrated = { runId: run.id, repositoryId: repository.id, sha: merged.sha }
        await integrateTask(tx, cycle, integrated, { hasPreview: previewSite.isOn, now })
        await removeLater(tx, savedWorkOf({ run }, work))
        await recordMerge(context, task, merged.sha)
      }
      return goTo(cycleRun.at.advance)
    },
  })

/** Its next run begins at the merged commit, with both sides in its files; after a few of them the task fails. */
const goBack = async ({ tx, run, now }: CommitContext, task: TaskRow, conflicts: readonly TreePath[]) => {
  const at = { id: task.id, runId: run.id }
  if (task.ownRuns > conflictsMost) {
    const failure: TaskFailure = { message: conflictSentence(conflicts), step: 'merge-task', code: 'conflict' }
    await moveTask(tx, at, 'failed', now, { failure })
    return
  }
  await moveTask(tx, at, 'queued', now)
  await recordConflict(tx, task.id, run.id, { theirs: task.headSha!, paths: namesOf(conflicts) })
}

const recordMerge = async ({ tx, run }: CommitContext, task: TaskRow, mergeSha: string) => {
  const { projectId, baseSha, headSha } = task
  const requestId = await approvalOfCommit(tx, task.id, headSha!)
  record(tx, {
    action: 'task.merge',
    category: 'execute',
    outcome: 'success',
    actor: { type: 'system', id: run.id },
    source: 'internal',
    resource: ['task', task.id],
    parent: ['cycle', task.cycleId],
    details: { projectId, runId: run.id, baseSha, headSha, mergeSha, requestId },
  })
}

export const namesOf = (paths: readonly TreePath[]): string[] =>
  paths.slice(0, 20).map(({ path, pathBase64 }) => path ?? pathBase64)

export const conflictSentence = (paths: readonly TreePath[]): string =>
  `${sentence('conflict_in', { files: namesOf(paths).join(', ') })} ${sentence('run_again')}`
