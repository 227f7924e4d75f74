import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { releaseReservations } from '../../../agents/spending/index.ts'
import { alignTargets } from './align-targets.ts'
import {
  cycleRunId,
  ledgerPrefix,
  type CycleParts,
  discardWorktrees,
  findTaskWork,
  findWork,
} from '../../workbench/index.ts'
import { cycleRun, taskRun } from '../graph.ts'

/**
 * Brings targets and reservations in line with the rows, which are the truth, before a step is tried again, and deletes
 * the worktrees of the attempts before it.
 */
export const reconcile =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === cycleRun.at['clean-up'].name) return
    const work = await findWork(read, run)
    // First what is refused once another attempt holds the step: its targets and worktrees are not ours to touch.
    await write(async (tx) => {
      await releaseReservations(tx, run.id, `${step.name}-${step.seq}`)
      await alignTargets(parts.repositories, tx, run.id, work)
    })
    await discardWorktrees(parts.repositories, run.id, step)
  }

/** The same for the run of a task, which moves no target. */
export const reconcileTask =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === taskRun.at['clean-up-task'].name) return
    const { task } = await findTaskWork(read, run)
    await write((tx) => releaseReservations(tx, cycleRunId(run), `${ledgerPrefix(task, run)}${step.name}-${step.seq}`))
    await discardWorktrees(parts.repositories, run.id, step)
  }
