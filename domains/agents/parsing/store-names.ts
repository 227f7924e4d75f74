import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'ai-document.names',
  `select id, title, project_id as "projectId", null::uuid as "cycleId" from ai_document
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The titles of these documents. */
export const namesOfDocuments = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })

const ofParses = statement<{ ids: readonly string[] }, NamedThing>(
  'ai-document.names-of-parses',
  `select distinct on (parse_id) parse_id as id, title, project_id as "projectId", null::uuid as "cycleId"
   from ai_document where workspace_id = :workspace and parse_id = any(:ids) order by parse_id, created_at`,
)
/** The titles of the first documents of these parses. */
export const namesOfParses = (tx: Transaction, ids: readonly string[]) => ofParses(tx, { ids })
