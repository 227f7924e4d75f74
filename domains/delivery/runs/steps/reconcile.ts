import type { EffectContext } from '../../../../platform/jobs/index.ts'
import type { RepositoryRow } from '../../../code/projects/index.ts'
import { releaseReservations } from '../../../agents/spending/index.ts'
import { repositoriesOfRun } from '../../cycles/index.ts'
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
 * Brings refs and reservations in line with the rows, which are the truth, before a step is tried again, and deletes the
 * worktrees of the attempts before it. A cycle's run writes the integration branch and the target.
 */
export const reconcile =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === cycleRun.at['clean-up'].name) return
    const work = await findWork(read, run)
    // First what is refused once another attempt holds the step: its refs and worktrees are not ours to touch.
    await write(async (tx) => {
      await releaseReservations(tx, run.id, `${step.name}-${step.seq}`)
      await alignTargets(parts.repositories, tx, run.id, work)
    })
    await discardWorktrees(parts.repositories, run.id, step)
    await alignRef(parts, work, work.refs.integration, work.integrationSha ?? undefined)
    for (const { repositoryId: id, integrationSha } of await read((tx) => repositoriesOfRun(tx, run.id)))
      await alignRef(parts, { repository: { id } }, work.refs.integration, integrationSha)
  }

/** The run of a task writes that task's branch. */
export const reconcileTask =
  (parts: CycleParts) =>
  async ({ run, read, write, step }: EffectContext): Promise<void> => {
    if (step.name === taskRun.at['clean-up-task'].name) return
    const work = await findTaskWork(read, run)
    const { task, refs } = work
    await write((tx) => releaseReservations(tx, cycleRunId(run), `${ledgerPrefix(task, run)}${step.name}-${step.seq}`))
    await discardWorktrees(parts.repositories, run.id, step)
    await alignRef(parts, work, refs.task(task.number), task.headSha ?? undefined)
  }

interface InRepository {
  readonly repository: Pick<RepositoryRow, 'id'>
}

/** Brings a ref to where a row says that it stands; without a commit it goes. */
export const alignRef = async (
  { repositories }: Pick<CycleParts, 'repositories'>,
  { repository }: InRepository,
  name: string,
  to: string | undefined,
) => {
  const from = await repositories.readRef(repository.id, name)
  if (from === to) return
  if (to) await repositories.moveRef(repository.id, name, { from, to })
  else await repositories.deleteRef(repository.id, name, { from: from! })
}
