import { hasWords } from '../../../platform/db/has-words.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, SoughtName } from '../../domain.ts'
import { isLive, projectName } from '../projects/index.ts'

// A secret is stored once for each file that has it.
const found = statement<SoughtName, FoundName>(
  'secret.found',
  `select distinct secret_entry.project_id::text || ' ' || secret_entry.key as id, secret_entry.key as name,
     ${projectName('secret_entry.project_id')} as also, secret_entry.project_id as "parentId"
   from secret_entry where secret_entry.workspace_id = :workspace and ${isLive('secret_entry.project_id')}
     and ${hasWords('searched_name(secret_entry.key)')}
   order by name, id limit :rows`,
)
/** Keys of secrets by any part of them. */
export const foundSecrets = (tx: Transaction, sought: SoughtName) => found(tx, sought)
