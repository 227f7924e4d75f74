import { record } from '../../../platform/audit/index.ts'
import { json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { failureForEvents, type TaskFailure } from '../tasks/index.ts'
import { cycleMoves, type CycleMove } from './rules.ts'
import { moveRow } from './store-run.ts'
import type { CycleRow } from './tables.ts'

/** Moves a cycle and notifies its followers; undefined, without an event, if its status does not allow it. */
export const moveCycle = async (
  tx: Transaction,
  id: string,
  name: CycleMove,
  now: Date,
  failure?: TaskFailure,
): Promise<CycleRow | undefined> => {
  const { from, to } = cycleMoves[name]
  const moved = await moveRow(tx, { id, from, to, now, failure: json(failure) })
  if (moved)
    record(tx, undefined, {
      name: `cycle.${moved.status}`,
      entity: ['cycle', moved.id],
      projectId: moved.projectId,
      cycleId: moved.id,
      payload: {
        status: moved.status,
        runNumber: moved.runNumber,
        ...(failure && { failure: failureForEvents(failure) }),
      },
    })
  return moved
}
