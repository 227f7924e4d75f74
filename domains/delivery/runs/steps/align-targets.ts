import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { repositoriesOfRun } from '../../cycles/index.ts'
import { alignSecondary } from './align-secondary.ts'
import { alignTarget, type Target } from './align-target.ts'

/** Brings all targets of a run to where the rows say, whatever a process did to them that recorded nothing of it. */
export const alignTargets = async (
  repositories: Repositories,
  tx: Transaction,
  runId: string,
  target: Target,
): Promise<void> => {
  if (!(await lockProject(tx, target.repository.projectId))) return
  await alignTarget(repositories, tx, target)
  for (const row of await repositoriesOfRun(tx, runId))
    if (await repositories.exists(row.repositoryId)) await alignSecondary(repositories, tx, row)
}
