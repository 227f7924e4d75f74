import { releaseReservations } from '../../../../execution/models/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { tasksOfCycle } from '../../tasks/index.ts'
import { alignTarget } from './align-target.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { discardWorktrees } from './left-worktrees.ts'
import { findWork, type Work } from './work.ts'

/**
 * Brings refs and reservations in line with the rows, which are the truth, before a step is tried again, and deletes the
 * worktrees of the attempts before it.
 */
export const reconcile =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === cycleRun.at['clean-up'].name) return
    const work = await findWork(read, run)
    // First what is refused once another attempt holds the step: its refs and worktrees are not ours to touch.
    await write(async (tx) => {
      await releaseReservations(tx, run.id, `${step.name}-${step.seq}`)
      if (await lockProject(tx, work.project.id)) await alignTarget(parts.repositories, tx, work)
    })
    await discardWorktrees(parts.repositories, run.id, step)
    await alignRunRefs(parts, work, await read((tx) => tasksOfCycle(tx, work.cycle.id)))
  }

const alignRunRefs = async (
  { repositories }: CycleParts,
  { cycle, repository, refs }: Work,
  tasks: readonly { readonly number: number; readonly headSha: string | null; readonly runId: string | null }[],
) => {
  const wanted = new Map([
    [refs.integration, cycle.integrationSha ?? undefined],
    ...tasks
      .filter(({ runId }) => runId === cycle.runId)
      .map(({ number, headSha }) => [refs.task(number), headSha ?? undefined] as const),
  ])
  for (const [name, to] of wanted) {
    const from = await repositories.readRef(repository.id, name)
    if (from === to) continue
    if (to) await repositories.moveRef(repository.id, name, { from, to })
    else await repositories.deleteRef(repository.id, name, { from: from! })
  }
}
