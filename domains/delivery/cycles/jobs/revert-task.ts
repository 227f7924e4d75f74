import type { Inverse, Repositories } from '../../../../execution/repositories/index.ts'
import { failRun, goTo, Unrecoverable, type EffectContext, type Failure } from '../../../../platform/jobs/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { findCycle } from '../store.ts'
import type { CycleRow } from '../tables.ts'
import { cycleRunId } from './cycle-run.ts'
import { failed } from './failed.ts'
import { taskRun } from './graph.ts'
import { namesOf } from './merge-task.ts'
import { moveTaskRef } from './move-task-ref.ts'
import type { CycleParts } from './parts.ts'
import { findTaskWork, type TaskWork } from './work.ts'

/**
 * Undoes what another cycle delivered, where the task begins: git makes the commit, and it is checked and reviewed like
 * any change. Where later changes touch the same lines, an agent gets both sides.
 */
export const revertTask = (parts: CycleParts) =>
  taskRun.step('revert-task', {
    failed,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      const reverted = await context.read((tx) => findCycle(tx, work.cycle.revertsCycleId!))
      const made = await undo(parts, context, work, reverted)
      if ('sha' in made) await moveTaskRef(parts, work, made.sha)
      return { work, made }
    },
    commit: async ({ tx, run, now }, { work, made }) => {
      if ('none' in made) return failRun(reasonFor(made.none, work))
      if ('conflicts' in made) {
        const conflict = { theirs: made.theirs, paths: namesOf(made.conflicts) }
        return goTo(taskRun.at['build-task'], { reworks: 0, conflict })
      }
      await moveTask(tx, { id: work.task.id, runId: cycleRunId(run) }, 'testing', now, { headSha: made.sha })
      return goTo(taskRun.at['check-task'], { reworks: 0 })
    },
  })

const undo = async (
  { repositories }: CycleParts,
  { run, key }: Pick<EffectContext, 'run' | 'key'>,
  { repository, task }: TaskWork,
  reverted: CycleRow | undefined,
): Promise<Inverse> => {
  const delivered = reverted?.mergedSha
  if (!reverted || !delivered) throw new Unrecoverable('The cycle that this one reverts is gone.')
  if (!(await repositories.commitExists(repository.id, delivered))) return { none: 'not_there' }
  const message = `${task.title}\n\nUndoes what cycle ${reverted.id} delivered in ${delivered}.`
  const between = { before: await standBefore(repositories, repository.id, reverted), delivered }
  return repositories.inverse(repository.id, { ...between, onto: task.baseSha!, message, at: run.createdAt, key })
}

/** Where the target stood when the cycle was delivered: where the cycle began, or where it had moved to meanwhile. */
const standBefore = async (
  repositories: Repositories,
  repositoryId: string,
  { baseSha, integrationSha, mergedSha }: CycleRow,
): Promise<string> => {
  if (mergedSha === integrationSha) return baseSha!
  const merge = { delivered: mergedSha!, merged: integrationSha! }
  // What the target held already when it was delivered has changed nothing.
  return (await repositories.standBefore(repositoryId, merge)) ?? mergedSha!
}

const reasonFor = (none: 'not_there' | 'nothing_left', { targetRef }: TaskWork): Failure => {
  const branch = targetRef.slice('refs/heads/'.length)
  const reasons = {
    not_there: {
      message: `The branch ${branch} does not have the commit that is to be reverted in its history.`,
      code: 'not_revertible',
    },
    nothing_left: { message: `Nothing is left on ${branch} of what is to be reverted.`, code: 'nothing_to_revert' },
  }
  return { ...reasons[none], step: 'revert-task' }
}
