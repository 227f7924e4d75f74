import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { releaseReservations } from '../../../agents/spending/index.ts'
import { cycleRunId, ledgerPrefix, type CycleParts, discardWorktrees } from '../../workbench/index.ts'
import { findTaskWork, findWork } from '../work.ts'
import { cycleRun, taskRun } from '../graph.ts'

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

/** Reconciles the run of a task. */
export const reconcileTask =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === taskRun.at['clean-up-task'].name) return
    const { task } = await findTaskWork(read, run)
    await write((tx) => releaseReservations(tx, cycleRunId(run), `${ledgerPrefix(task, run)}${step.name}-${step.seq}`))
    await discardWorktrees(parts.repositories, run.id, step)
  }
