import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { failureForEvents, type TaskFailure } from '../tasks/index.ts'
import type { CycleMove } from './rules.ts'
import { moveCycleRow } from './store.ts'
import type { CycleRow } from './tables.ts'

/** Moves a cycle and notifies its followers; undefined, without an event, if its status does not allow it. */
export const moveCycle = async (
  tx: Transaction,
  id: string,
  name: CycleMove,
  now: Date,
  failure?: TaskFailure,
): Promise<CycleRow | undefined> => {
  const moved = await moveCycleRow(tx, id, name, now, failure)
  if (moved) {
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
  }
  return moved
}
