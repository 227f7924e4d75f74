import { hasWords } from '../../../platform/db/fragments.ts'
import { withPerson } from '../../../platform/access/index.ts'
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
  `select client_account.id, client_account.name, held.people as also, null::uuid as "parentId" from client_account
   left join lateral (
     select string_agg(users.name || ' · ' || users.email, ', ' order by users.name, users.id) as people
     from seat ${withPerson('seat.user_id')}
     where seat.workspace_id = :workspace and seat.client_account_id = client_account.id
       and ${hasWords(`searched_name(concat_ws(' ', client_account.name, users.name, users.email))`)}
       and not ${hasWords('searched_name(client_account.name)')}
   ) held on true
   where client_account.workspace_id = :workspace
     and (held.people is not null or ${hasWords('searched_name(client_account.name)')})
   order by client_account.archived_at nulls first, client_account.name, client_account.id limit :rows`,
)
/** Client accounts by any part of their name, or of the name or mail address of a person in them, who is then named. */
export const foundAccounts = (tx: Transaction, sought: SoughtName) => found(tx, sought)
