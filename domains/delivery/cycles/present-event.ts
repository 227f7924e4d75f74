import type { Caller } from '../../../platform/access/index.ts'
import { presentEvent, type EventRow } from '../../record/events/index.ts'
import { failureFor, type TaskFailure } from '../tasks/index.ts'

/** An event of a cycle as this caller may read it. */
export const presentEventTo =
  ({ role }: Pick<Caller, 'role'>) =>
  (row: EventRow) => {
    const { failure } = row.payload as { readonly failure?: TaskFailure }
    return presentEvent(failure ? { ...row, payload: { ...row.payload, failure: failureFor(failure, role) } } : row)
  }
