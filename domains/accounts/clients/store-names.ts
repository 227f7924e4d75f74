import { hasWords } from '../../../platform/db/has-words.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'client-account.named',
  `select id, name as title, null::uuid as "projectId", null::uuid as "cycleId" from client_account
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The names of these client accounts. */
export const namesOfAccounts = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })

const found = statement<SoughtName, FoundName>(
  'client-account.found',
  `select id, name, null as also, null::uuid as "parentId" from client_account
   where workspace_id = :workspace and ${hasWords('searched_name(name)')} order by archived_at nulls first, name, id limit :rows`,
)
/** Client accounts by any part of their name. */
export const foundAccounts = (tx: Transaction, sought: SoughtName) => found(tx, sought)
