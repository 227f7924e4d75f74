import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'deliverable.names',
  `select id, title, project_id as "projectId", cycle_id as "cycleId" from deliverable
   where workspace_id = :workspace and id = any(:ids) and ${isLive('project_id')}`,
)
/** The titles of these deliverables. */
export const namesOfDeliverables = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })

const approvals = statement<{ ids: readonly string[] }, NamedThing>(
  'deliverable.names-of-approvals',
  `select a.id, d.title, d.project_id as "projectId", d.cycle_id as "cycleId"
   from deliverable_approval a join deliverable d on d.id = a.deliverable_id
   where a.workspace_id = :workspace and a.id = any(:ids) and ${isLive('d.project_id')}`,
)
/** The titles of the deliverables that these approvals are about. */
export const namesOfApprovals = (tx: Transaction, ids: readonly string[]) => approvals(tx, { ids })
