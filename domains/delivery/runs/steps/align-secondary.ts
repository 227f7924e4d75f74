import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { findUndelivered } from '../../cycles/index.ts'

/** A branch to which runs deliver, and of which the project has no revisions. */
interface SecondaryTarget {
  readonly repositoryId: string
  readonly targetRef: string
}

/**
 * Brings the target back to where it stood, where a process died between moving it and recording the delivery; gives
 * where it stands. The caller holds the project's row, under which alone deliveries move it.
 */
export const alignSecondary = async (
  repositories: Repositories,
  tx: Transaction,
  { repositoryId, targetRef }: SecondaryTarget,
): Promise<string | undefined> => {
  const stands = await repositories.readRef(repositoryId, targetRef)
  const before = stands && (await findUndelivered(tx, { repositoryId, targetRef, stands }))
  if (!stands || !before || before === stands) return stands
  await repositories.moveRef(repositoryId, targetRef, { from: stands, to: before })
  return before
}
