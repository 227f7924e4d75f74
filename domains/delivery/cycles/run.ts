import type { Transaction } from '../../../platform/db/transaction.ts'
import { pictureChange, previewCycle } from '../../code/deployments/index.ts'
import type { TaskRow } from '../tasks/index.ts'
import { isOfRun } from './store-repositories.ts'
import {
  begin,
  deliver,
  deliverIn,
  insertRepository,
  integrate,
  integrateIn,
  intendMove,
  plan,
  setStarter,
  type DeliveredRef,
  type NewRunRepository,
  type RunPlan,
} from './store-run.ts'
import type { CycleRow } from './tables.ts'

/** Begins the next run of a cycle. The previous run's repository stays until this run's plan: it has the carried tasks. */
export const beginRun = (tx: Transaction, run: { id: string; runId: string; number: number }) => begin(tx, run)

/** Records who began a run, or its project, and is notified of its failure; and whether its agents have a desktop. */
export const noteStarter: typeof setStarter = (tx, starter) => setStarter(tx, starter)

/** Stores the base and the target of a run. */
export const planRun = (tx: Transaction, planned: RunPlan) => plan(tx, planned)

/** Begins the work of a run in a repository beside the primary one. */
export const beginInRepository = (tx: Transaction, added: NewRunRepository) => insertRepository(tx, added)

/** Updates the merged head of a run in one of its repositories. */
export const advanceIntegrationIn = (
  tx: Transaction,
  cycle: Pick<CycleRow, 'id' | 'repositoryId'>,
  { runId, repositoryId, sha }: { readonly runId: string; readonly repositoryId: string; readonly sha: string },
) =>
  isOfRun(cycle, repositoryId)
    ? integrate(tx, { id: cycle.id, runId, sha })
    : integrateIn(tx, { runId, repositoryId, sha })

/** Records a task's merge in the cycle's repository, and requests a preview of the merged commit. */
export const integrateTask = async (
  tx: Transaction,
  { id: cycleId, projectId, repositoryId: primary }: Pick<CycleRow, 'id' | 'projectId' | 'repositoryId'>,
  merged: { readonly runId: string; readonly repositoryId: string; readonly sha: string },
  { hasPreview, now }: { readonly hasPreview: boolean; readonly now: Date },
): Promise<void> => {
  await advanceIntegrationIn(tx, { id: cycleId, repositoryId: primary }, merged)
  const { repositoryId, sha: commitSha } = merged
  if (hasPreview) await previewCycle(tx, { projectId, cycleId, repositoryId, commitSha, now })
}

/** Requests pictures of a task's change about which a person decides. */
export const pictureTask = async (
  tx: Transaction,
  { headSha, ...task }: Pick<TaskRow, 'projectId' | 'cycleId' | 'baseSha' | 'headSha'> & { repositoryId: string },
  now: Date,
): Promise<void> => {
  const { projectId, cycleId, repositoryId, baseSha } = task
  if (headSha !== null) await pictureChange(tx, baseSha, { projectId, cycleId, repositoryId, commitSha: headSha, now })
}

export interface RefMove {
  readonly from: string
  readonly to: string
}
/** Records the planned move of the target in a repository beside the primary one; no `move` if nothing changed. */
export const recordIntendedMove = (tx: Transaction, runId: string, repositoryId: string, move: RefMove | undefined) =>
  intendMove(tx, { runId, repositoryId, from: move?.from ?? null, to: move?.to ?? null })

/**
 * Marks a cycle as delivered after all its targets have moved: `sha` is the commit of the target, `revisionId` its
 * revision if it is the project's. Returns the moved targets beside the primary one.
 */
export const markDelivered = async (
  tx: Transaction,
  delivery: { id: string; runId: string; sha: string; revisionId: string | null },
  now: Date,
): Promise<DeliveredRef[]> => {
  await deliver(tx, delivery)
  return deliverIn(tx, { runId: delivery.runId, now })
}
