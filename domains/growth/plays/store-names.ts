import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-play.names',
  `select id, name as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_play
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The names of these plays. */
export const namesOfPlays = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
