import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'billable.names',
  `select id, description as title, null::uuid as "projectId", null::uuid as "cycleId" from billable
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The descriptions of these billables. */
export const namesOfBillables = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
