import { hasWords } from '../../../platform/db/fragments.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { withPerson } from '../../../platform/access/index.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'

const people = statement<{ ids: readonly string[] }, NamedThing>(
  'member.names',
  `select users.id, users.name as title, null::uuid as "projectId", null::uuid as "cycleId"
   from membership ${withPerson('membership.user_id')}
   where membership.workspace_id = :workspace and users.id = any(:ids)`,
)
/** The names of people of the workspace, including clients. */
export const namesOfPeople = (tx: Transaction, ids: readonly string[]) => people(tx, { ids })

const keys = statement<{ ids: readonly string[] }, NamedThing>(
  'api-key.names',
  `select api_key.id, users.name as title, null::uuid as "projectId", null::uuid as "cycleId"
   from api_key ${withPerson('api_key.user_id')}
   where api_key.workspace_id = :workspace and api_key.id = any(:ids)`,
)
/** Keys are named after their people: a key's own name is visible only to its person and to administrators. */
export const namesOfKeys = (tx: Transaction, ids: readonly string[]) => keys(tx, { ids })

const found = statement<SoughtName, FoundName>(
  'member.found',
  `select users.id, users.name, users.email as also, null::uuid as "parentId"
   from membership ${withPerson('membership.user_id')}
   where membership.workspace_id = :workspace and membership.role <> 'client'
     and ${hasWords(`searched_name(concat_ws(' ', users.name, users.email))`)}
   order by users.name, users.id limit :rows`,
)
/** Members by any part of their name or mail address. */
export const foundMembers = (tx: Transaction, sought: SoughtName) => found(tx, sought)
