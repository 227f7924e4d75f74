import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'
import type { NamedWork } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedWork>(
  'cycle.names',
  `select id, title, handle, project_id as "projectId", id as "cycleId" from cycle
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null and ${isLive('project_id')}`,
)
/** The titles of these cycles. */
export const namesOfCycles = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
