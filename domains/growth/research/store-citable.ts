import { cursorAfter, cutPage, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isInShownProjects, projectName, seenBy, type Viewer } from '../../code/projects/index.ts'
import { completedProjects } from '../../delivery/cycles/index.ts'
import { clientApprovals } from '../../delivery/deliverables/index.ts'

export interface CitableRow {
  readonly projectId: string
  readonly name: string
  readonly completedAt: Date | null
  readonly finishedAt: Date
}
interface VisibleProjects {
  readonly projectId: string | null
  readonly only: readonly string[] | null
  readonly grantedTo: string | null
}

const page = statement<Cursor & VisibleProjects & { rows: number }, CitableRow>(
  'growth-citable.page',
  `select done.id as "projectId", ${projectName('done.id')} as name, done.completed_at as "completedAt",
     done.finished_at as "finishedAt"
   from (select project_id as id, max(completed_at) as completed_at, max(at) as finished_at
     from (select project_id, completed_at, completed_at as at from ${completedProjects}
       union all select project_id, null, decided_at from ${clientApprovals}) each group by project_id) done
   where ${isInShownProjects('done.id')} and (done.finished_at, done.id) < (:at::timestamptz, :id::uuid)
   order by done.finished_at desc, done.id desc limit :rows`,
)
/** Projects that were completed or have an approved deliverable, most recently finished first. */
export const citablePage = async (tx: Transaction, viewer: Viewer, after: Cursor, limit: number) => {
  const rows = await page(tx, { ...after, ...seenBy(viewer), rows: limit + 1 })
  return cutPage(rows, limit, ({ finishedAt, projectId }) => cursorAfter(finishedAt, projectId))
}

const approvalsMost = 50

export interface CitableApproval {
  readonly projectId: string
  readonly approvalId: string
  readonly cycleId: string
  readonly title: string
  readonly comment: string | null
  readonly approvedAt: Date
}
// An approval has the time of its decision.
const approvals = statement<{ ids: readonly string[]; most: number }, CitableApproval>(
  'growth-citable.approvals',
  `select project_id as "projectId", id as "approvalId", cycle_id as "cycleId", title, comment, coalesce(decided_at, 'epoch') as "approvedAt"
   from (select approval.*, row_number() over (partition by project_id order by decided_at desc, id desc) as place
     from ${clientApprovals} where project_id = any(:ids)) a
   where place <= :most order by decided_at desc, id desc`,
)
/** The clients' approvals in these projects, the newest of each first. */
export const approvalsIn = (tx: Transaction, ids: readonly string[]) => approvals(tx, { ids, most: approvalsMost })

export interface ApprovedText {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly comment: string | null
}
const approvedFields = 'id, project_id as "projectId", title, comment'
const newestApproved = statement<{ limit: number }, ApprovedText>(
  'growth-citable.newest',
  `select ${approvedFields} from ${clientApprovals} order by decided_at desc, id desc limit :limit`,
)
/** The clients' last approvals. */
export const newestApprovals = (tx: Transaction, limit: number) => newestApproved(tx, { limit })

const approvedOnes = statement<{ ids: readonly string[] }, ApprovedText>(
  'growth-citable.by-id',
  `select ${approvedFields} from ${clientApprovals} where id = any(:ids::uuid[])`,
)
/** The approvals among these that still exist. */
export const approvalsById = (tx: Transaction, ids: readonly string[]) => approvedOnes(tx, { ids })
