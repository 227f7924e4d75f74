import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'

interface BranchRow {
  readonly id: string
  readonly cycleId: string
  readonly title: string
  readonly name: string | null
  readonly headSha: string | null
  readonly createdAt: Date
}

const live = `task.deleted_at is null and ${isLive('task.project_id')}`

const newest = statement<{ projectId: string; rows: number }, BranchRow>(
  'task.newest-branches',
  `select id, cycle_id as "cycleId", title, branch as name, head_sha as "headSha", created_at as "createdAt" from task
   where project_id = :projectId and branch is not null and ${live} order by created_at desc, id desc limit :rows`,
)
/** The branches of a project's newest tasks. */
export const newestTaskBranches = async (tx: Transaction, projectId: string, rows: number) =>
  (await newest(tx, { projectId, rows })).map((row) => ({ ...row, name: row.name! }))

const named = statement<{ projectId: string; name: string }, { sha: string | null }>(
  'task.branch-named',
  `select head_sha as sha from task where project_id = :projectId and branch = :name and ${live}`,
)
export const taskBranchNamed = async (tx: Transaction, projectId: string, name: string) =>
  (await named(tx, { projectId, name })).at(0)
