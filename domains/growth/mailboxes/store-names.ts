import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-mailbox.names',
  `select id, address as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_mailbox
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The addresses of these mailboxes. */
export const namesOfMailboxes = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
