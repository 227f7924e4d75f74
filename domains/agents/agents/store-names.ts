import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'agent.names',
  `select id, name as title, project_id as "projectId", null::uuid as "cycleId" from agent
   where workspace_id = :workspace and id = any(:ids) and (project_id is null or ${isLive('project_id')})`,
)
/** The names of these agents. */
export const namesOfAgents = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
