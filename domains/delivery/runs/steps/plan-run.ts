import { record } from '../../../../platform/audit/index.ts'
import { goTo, Unrecoverable, type CommitContext } from '../../../../platform/jobs/index.ts'
import { copyEnvironmentsToRun } from '../../../code/environments/index.ts'
import { findRef, findRepository } from '../../../code/repository-records/index.ts'
import { copyResources } from '../../../agents/project-resources/index.ts'
import { moveCycle, lockCycle, planRun as recordPlan, beginInRepository as recordBegin } from '../../cycles/index.ts'
import { makeTasks, planCycle, type CyclePlan } from '../../planning/index.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts, Work } from '../../workbench/index.ts'
import { findWork, findWorkOn } from '../work.ts'
import { cycleRun } from '../graph.ts'
import { TreeTooLargeError } from '../../../../execution/repositories/index.ts'

/** Fixes the commit, the environments, the skills and the tool servers that the run begins with, and plans its tasks. */
export const planRun = (parts: CycleParts) =>
  cycleRun.step('plan', {
    failed: failStep,
    effect: async (context) => {
      const { repositories } = parts
      const { run, read, signal } = context
      const work = await findWork(read, run)
      const baseSha = await read((tx) => findRef(tx, work.repository.id, work.targetRef))
      if (!baseSha)
        throw new Unrecoverable(`The repository has no branch ${work.targetRef.slice('refs/heads/'.length)}.`)
      if (!work.isDefaultTarget) await repositories.refuseOversized(work.repository.id, baseSha, signal).catch(giveUp)
      return { work, baseSha, planned: await planCycle({ parts, context, work }, baseSha) }
    },
    commit: async (context, { work, baseSha, planned }) => {
      const { tx, run, now } = context
      const { id, projectId } = work.cycle
      await lockCycle(tx, id)
      await moveCycle(tx, id, 'start', now)
      const repositoryId = work.repository.id
      await recordPlan(tx, { id, runId: run.id, repositoryId, baseSha, integrationBranch: work.refs.integration })
      await copyEnvironmentsToRun(tx, { projectId, runId: run.id })
      await copyResources(tx, projectId, run.id)
      const { cycle, refs } = work
      const tasks = await makeTasks(tx, { cycle, run, refs, repositoryId, baseSha, planned, now })
      if (planned.by !== 'request' || planned.note) recordPlanned(context, work, planned, tasks)
      return goTo(cycleRun.at['check-base'])
    },
  })

const recordPlanned = ({ tx }: CommitContext, { cycle }: Work, { by, note }: CyclePlan, tasks: number) =>
  record(tx, undefined, {
    name: 'cycle.planned',
    entity: ['cycle', cycle.id],
    projectId: cycle.projectId,
    cycleId: cycle.id,
    payload: { by, tasks, ...(note && { note: note.slice(0, 2_000) }) },
  })

/** Fixes the commit that the run begins with in a secondary repository, before the first task there begins. */
export const beginInRepository = (parts: CycleParts) =>
  cycleRun.step('begin-in-repository', {
    failed: failStep,
    effect: async ({ run, read, signal, step }) => {
      const work = await findWorkOn(read, run, step.payload.taskId)
      const { id, projectId, label } = work.repository
      if (!(await read((tx) => findRepository(tx, { projectId, id }))))
        throw new Unrecoverable(`The repository of the task “${work.task.title}” was detached.`)
      const baseSha = await read((tx) => findRef(tx, id, work.targetRef))
      if (!baseSha)
        throw new Unrecoverable(
          `The repository ${label ?? id} has no branch ${work.targetRef.slice('refs/heads/'.length)}.`,
        )
      await parts.repositories.refuseOversized(id, baseSha, signal).catch(giveUp)
      return { work, baseSha }
    },
    commit: async ({ tx, run, now }, { work: { cycle, repository, targetRef }, baseSha }) => {
      await lockCycle(tx, cycle.id)
      await recordBegin(tx, { runId: run.id, repositoryId: repository.id, cycleId: cycle.id, targetRef, baseSha, now })
      return goTo(cycleRun.at.advance)
    },
  })

/** Ends the run for an oversized tree: trying again makes no commit smaller. */
export const giveUp = (error: unknown): never => {
  throw error instanceof TreeTooLargeError ? new Unrecoverable(error.message) : error
}
