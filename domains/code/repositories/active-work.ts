import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EveryDomain } from '../../every-domain.ts'

/**
 * True if a cycle of the project is at work. Runs once the primary repository is claimed: code that begins a run locks
 * its row, so a run that has begun is seen, and a later one finds the new primary repository.
 */
export const hasActiveWork = async (
  everyDomain: Pick<EveryDomain, 'countInProjects'>,
  tx: Transaction,
  projectId: string,
): Promise<boolean> => ((await everyDomain.countInProjects(tx, [projectId])).get(projectId)?.activeCycles ?? 0) > 0
