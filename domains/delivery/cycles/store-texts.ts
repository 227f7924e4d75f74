import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive, isShown, projectName } from '../../code/projects/index.ts'
import type { FoundText, HandleOwner, ShownProjects } from '../../domain.ts'

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'cycle.texts',
  `select id, id as "cycleId", null::uuid as "taskId", title, handle, description as body from cycle
   where id = any(:ids) and deleted_at is null`,
)
/** The texts of these cycles in a search, without deleted ones. */
export const textsOfCycles = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })

const byHandle = statement<ShownProjects & { handle: string }, HandleOwner>(
  'cycle.by-handle',
  `select id, project_id as "projectId", ${projectName('cycle.project_id')} as "projectName" from cycle
   where workspace_id = :workspace and handle = :handle and cycle.deleted_at is null and ${isLive('cycle.project_id')}
     and ${isShown('cycle.project_id')}`,
)
/** The cycle with a handle, if it exists and is shown. */
export const findCycleByHandle = async (tx: Transaction, handle: string, shown: ShownProjects) =>
  (await byHandle(tx, { ...shown, handle })).at(0)
