import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive, isShown, projectName } from '../../code/projects/index.ts'
import type { FoundText, HandleOwner, ShownProjects } from '../../domain.ts'

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'task.texts',
  `select id, cycle_id as "cycleId", id as "taskId", title, handle, description as body from task
   where id = any(:ids) and deleted_at is null`,
)
/** The texts of these tasks in a search, without deleted ones. */
export const textsOfTasks = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })

const byHandle = statement<ShownProjects & { handle: string }, HandleOwner>(
  'task.by-handle',
  `select id, project_id as "projectId", ${projectName('task.project_id')} as "projectName" from task
   where workspace_id = :workspace and handle = :handle and task.deleted_at is null and ${isLive('task.project_id')}
     and ${isShown('task.project_id')}`,
)
/** The task with a handle, if it exists and is shown. */
export const findTaskByHandle = async (tx: Transaction, handle: string, shown: ShownProjects) =>
  (await byHandle(tx, { ...shown, handle })).at(0)
