import { finish, type EffectContext } from '../../../../platform/jobs/index.ts'
import { allUnder, removeLater } from '../../../../platform/removals/index.ts'
import { primaryRepository } from '../../../code/repository-records/index.ts'
import { lockCycle } from '../../cycles/index.ts'
import { cycleRun, taskRun } from '../graph.ts'
import { discardWorktrees, type CycleParts, cycleRunId, ledgerPrefix } from '../../workbench/index.ts'
import { conversationsOf } from '../../agent-work/index.ts'
import { releaseReservations } from '../../../agents/spending/index.ts'
import { findTaskWork, findWork } from '../work.ts'

/** Deletes worktrees and conversations that a stopped step left because its process was dead. */
export const cleanUp = ({ repositories }: CycleParts) =>
  cycleRun.step('clean-up', {
    effect: async ({ run, step }) => {
      await discardWorktrees(repositories, run.id, step)
    },
    commit: async ({ tx, run }) => {
      const cycle = await lockCycle(tx, run.subjectId)
      const repository = cycle && (await primaryRepository(tx, cycle.projectId))
      if (repository) await removeLater(tx, [allUnder(`${conversationsOf(repository.projectId)}/${run.id}`)])
      return finish()
    },
  })

/** Deletes the worktrees that a stopped step left. */
export const cleanUpTask = ({ repositories }: CycleParts) =>
  taskRun.step('clean-up-task', {
    effect: ({ run, step }) => discardWorktrees(repositories, run.id, step),
    commit: () => finish(),
  })

/** Releases the reservations of earlier attempts before a step is tried again, and deletes their worktrees. */
export const reconcile =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === cycleRun.at['clean-up'].name) return
    // Ends the run if its cycle or project was deleted.
    await findWork(read, run)
    // First the call that is refused once another attempt holds the step: its worktrees are not ours to touch.
    await write((tx) => releaseReservations(tx, run.id, `${step.name}-${step.seq}`))
    await discardWorktrees(parts.repositories, run.id, step)
  }

export const reconcileTask =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === taskRun.at['clean-up-task'].name) return
    const { task } = await findTaskWork(read, run)
    await write((tx) => releaseReservations(tx, cycleRunId(run), `${ledgerPrefix(task, run)}${step.name}-${step.seq}`))
    await discardWorktrees(parts.repositories, run.id, step)
  }
