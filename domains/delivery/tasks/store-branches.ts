import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'
import { isInRepository, type RepositoryPlace } from '../../code/repository-records/index.ts'

interface BranchRow {
  readonly id: string
  readonly cycleId: string
  readonly title: string
  readonly name: string | null
  readonly headSha: string | null
  readonly createdAt: Date
}

const live = `task.deleted_at is null and ${isLive('task.project_id')}`

const newest = statement<RepositoryPlace & { rows: number }, BranchRow>(
  'task.newest-branches',
  `select id, cycle_id as "cycleId", title, branch as name, head_sha as "headSha", created_at as "createdAt" from task
   where project_id = :projectId and ${isInRepository('repository_id')} and branch is not null and ${live}
   order by created_at desc, id desc limit :rows`,
)
/** The branches of the newest tasks of a repository. */
export const newestTaskBranches = async (tx: Transaction, place: RepositoryPlace, rows: number) =>
  (await newest(tx, { ...place, rows })).map((row) => ({ ...row, name: row.name! }))
