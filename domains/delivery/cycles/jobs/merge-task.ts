import type { Merged, TreePath } from '../../../../execution/repositories/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import { failRun, goTo } from '../../../../platform/jobs/index.ts'
import { moveTask, type TaskRow } from '../../tasks/index.ts'
import { setIntegration } from '../store.ts'
import { failed } from './failed.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { removeSavedWork } from './saved-work.ts'
import { findTaskWork } from './work.ts'

interface Merging {
  readonly task: TaskRow
  readonly merged: Merged
}

/** Merges the task's branch into the cycle's; the merge is the same commit however often the step is repeated. */
export const mergeTask = ({ repositories, objects }: CycleParts) =>
  cycleRun.step('merge-task', {
    failed,
    effect: async ({ run, read, write, key }): Promise<Merging> => {
      const work = await findTaskWork(read, run)
      const { task, cycle, repository, refs } = work
      await write(async (tx) => moveTask(tx, { id: task.id, runId: run.id }, 'merging', await tx.now()))
      const [ours, theirs] = [cycle.integrationSha!, task.headSha!]
      const message = `Merge task ${task.number}: ${task.title}`
      const merged = await repositories.merge(repository.id, { ours, theirs, message, at: run.createdAt, key })
      if (merged.sha) {
        const from = await repositories.readRef(repository.id, refs.integration)
        if (from !== merged.sha) await repositories.moveRef(repository.id, refs.integration, { from, to: merged.sha })
      }
      await removeSavedWork(objects, { run }, work)
      return { task, merged }
    },
    commit: async ({ tx, run, now }, { task, merged }) => {
      if (!merged.sha)
        return failRun({ message: conflictSentence(merged.conflicts ?? []), step: 'merge-task', code: 'conflict' })
      await moveTask(tx, { id: task.id, runId: run.id }, 'merged', now, { mergeSha: merged.sha })
      await setIntegration(tx, task.cycleId, run.id, merged.sha)
      record(tx, {
        action: 'task.merge',
        category: 'execute',
        outcome: 'success',
        actor: { type: 'agent', id: run.id },
        source: 'internal',
        resource: ['task', task.id],
        parent: ['cycle', task.cycleId],
        details: { projectId: task.projectId, headSha: task.headSha, mergeSha: merged.sha },
      })
      return goTo(cycleRun.at['prepare-delivery'], { tries: 0 })
    },
  })

export const conflictSentence = (paths: readonly TreePath[]): string =>
  `The change conflicts with what was merged meanwhile in ${paths
    .slice(0, 20)
    .map(({ path, pathBase64 }) => path ?? pathBase64)
    .join(', ')}. ` + 'Run the cycle again: it begins from the newest state.'
