import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedProject } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedProject>(
  'project.names',
  `select id, name as title, id as "projectId", null::uuid as "cycleId", client_account_id as "clientAccountId" from project
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null`,
)
/** The names of these projects. */
export const namesOfProjects = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
