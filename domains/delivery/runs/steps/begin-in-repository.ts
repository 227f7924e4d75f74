import { TreeTooLargeError } from '../../../../execution/repositories/index.ts'
import { goTo, Unrecoverable } from '../../../../platform/jobs/index.ts'
import { findRef, findRepository } from '../../../code/repository-records/index.ts'
import { lockCycle, beginInRepository as record } from '../../cycles/index.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts, StepWork } from '../../workbench/index.ts'
import { findWorkOn } from '../work.ts'
import { cycleRun } from '../graph.ts'

/** Fixes the commit that the run begins with in a secondary repository, before the first task there begins. */
export const beginInRepository = (parts: CycleParts) =>
  cycleRun.step('begin-in-repository', {
    failed: failStep,
    effect: async (context) => {
      const work = await findWorkOn(context.read, context.run, context.step.payload.taskId)
      const { id, projectId } = work.repository
      if (!(await context.read((tx) => findRepository(tx, { projectId, id }))))
        throw new Unrecoverable(`The repository of the task “${work.task.title}” was detached.`)
      return { work, baseSha: await fixBase({ parts, context, work }) }
    },
    commit: async ({ tx, run, now }, { work: { cycle, repository, targetRef }, baseSha }) => {
      await lockCycle(tx, cycle.id)
      await record(tx, { runId: run.id, repositoryId: repository.id, cycleId: cycle.id, targetRef, baseSha, now })
      return goTo(cycleRun.at.advance)
    },
  })

const fixBase = async ({ parts, context, work }: StepWork): Promise<string> => {
  const { signal, read } = context
  const { repository, targetRef } = work
  const { id, label } = repository
  const baseSha = await read((tx) => findRef(tx, id, targetRef))
  if (!baseSha)
    throw new Unrecoverable(`The repository ${label ?? id} has no branch ${targetRef.slice('refs/heads/'.length)}.`)
  await parts.repositories.refuseOversized(id, baseSha, signal).catch(giveUp)
  return baseSha
}

/** Ends the run for an oversized tree: trying again makes no commit smaller. */
export const giveUp = (error: unknown): never => {
  throw error instanceof TreeTooLargeError ? new Unrecoverable(error.message) : error
}
