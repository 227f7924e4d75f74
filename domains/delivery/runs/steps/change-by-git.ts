import type { Inverse, Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { failRun, goTo, Unrecoverable, type Failure } from '../../../../platform/jobs/index.ts'
import { findRevision } from '../../../code/revisions/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { findCycle, type DeliveredPart, deliveredParts } from '../../cycles/index.ts'
import { cycleRunId, type CycleParts, type TaskWork, type StepWork } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork } from '../work.ts'
import { taskRun } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'
import { namesOf } from './merge-task.ts'
import { addKeptTests } from '../../proving/index.ts'

/**
 * Undoes another cycle's delivery, or all changes since an earlier revision, on the task's base: git makes the commit,
 * and it is checked and reviewed like any change. If later changes touch the same lines, an agent gets both sides.
 */
export const revertTask = (parts: CycleParts) =>
  taskRun.step('revert-task', {
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { work, made: await (work.cycle.restoresRevisionId ? goBack : undo)({ parts, context, work }) }
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

/** The other cycle's delivery to the repository of the task. */
const findPart = async (tx: Transaction, { cycle, repository }: TaskWork): Promise<DeliveredPart | undefined> => {
  const reverted = await findCycle(tx, cycle.revertsCycleId!)
  const parts = reverted ? await deliveredParts(tx, reverted) : []
  return parts.find(({ repositoryId }) => repositoryId === repository.id) ?? parts.find((part) => !part.repositoryId)
}

const undo = async ({ parts: { repositories }, context: { run, key, read }, work }: StepWork): Promise<Inverse> => {
  const { cycle, repository, task } = work
  const part = await read((tx) => findPart(tx, work))
  if (!part) throw new Unrecoverable('The cycle that this one reverts is gone.')
  const delivered = part.mergedSha
  if (!(await repositories.commitExists(repository.id, delivered))) return { none: 'not_there' }
  const message = `${task.title}\n\nUndoes what cycle ${cycle.revertsCycleId} delivered in ${delivered}.`
  const between = { before: await standBefore(repositories, repository.id, part), delivered }
  return repositories.inverse(repository.id, { ...between, onto: task.baseSha!, message, at: run.createdAt, key })
}

/** Reverts all that came between the revision that the cycle goes back to and the newest one at its proposal. */
const goBack = async ({ parts: { repositories }, context: { run, key, read }, work }: StepWork): Promise<Inverse> => {
  const { cycle, repository, task } = work
  const to = await read((tx) => findRevision(tx, { id: cycle.restoresRevisionId! }))
  const from = await read((tx) => findRevision(tx, { id: cycle.restoresFromRevisionId! }))
  if (!to || !from) throw new Unrecoverable('The revision that this cycle goes back to is gone.')
  for (const { commitSha } of [to, from])
    if (!(await repositories.commitExists(repository.id, commitSha))) return { none: 'not_there' }
  const message = `${task.title}\n\nUndoes what came between revision ${to.generation} (${to.commitSha}) and revision ${from.generation} (${from.commitSha}).`
  const between = { before: to.commitSha, delivered: from.commitSha }
  return repositories.inverse(repository.id, { ...between, onto: task.baseSha!, message, at: run.createdAt, key })
}

/** The head of the target at the delivery of the cycle: the cycle's base, or where the target had moved by then. */
const standBefore = async (
  repositories: Repositories,
  repositoryId: string,
  { baseSha, integrationSha, mergedSha }: DeliveredPart,
): Promise<string> => {
  if (mergedSha === integrationSha) return baseSha!
  const merge = { delivered: mergedSha, merged: integrationSha! }
  // A part that the target had already at its delivery has changed nothing.
  return (await repositories.standBefore(repositoryId, merge)) ?? mergedSha
}

const reasonFor = (none: 'not_there' | 'nothing_left', { targetRef }: TaskWork): Failure => {
  const branch = targetRef.slice('refs/heads/'.length)
  const reasons = {
    not_there: { message: sentence('not_revertible_on', { branch }), code: 'not_revertible' },
    nothing_left: { message: sentence('nothing_to_revert_on', { branch }), code: 'nothing_to_revert' },
  }
  return { ...reasons[none], step: 'revert-task' }
}

/** Adds another task's tests to the task's base, in a commit that is checked and reviewed like any change. */
export const keepTests = (parts: CycleParts) =>
  taskRun.step('keep-tests', {
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { work, added: await addKeptTests({ parts, context, work }) }
    },
    commit: async ({ tx, run, now }, { work, added }) => {
      if ('inTheWay' in added) {
        const message = sentence('tests_not_addable', { path: added.inTheWay })
        return failRun({ message, code: 'tests_not_addable', step: 'keep-tests' })
      }
      await moveTask(tx, { id: work.task.id, runId: cycleRunId(run) }, 'testing', now, { headSha: added.sha })
      return goTo(taskRun.at['check-task'], { reworks: 0 })
    },
  })
