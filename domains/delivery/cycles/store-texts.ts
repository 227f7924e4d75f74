import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundText } from '../../domain.ts'

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'cycle.texts',
  `select id, id as "cycleId", null::uuid as "taskId", title, description as body from cycle
   where id = any(:ids) and deleted_at is null`,
)
/** What a search shows of these cycles, without those that were deleted. */
export const textsOfCycles = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })
