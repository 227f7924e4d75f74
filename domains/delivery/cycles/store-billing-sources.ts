import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLiveCycle } from './joins.ts'

export interface CycleSource {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly runId: string | null
  /** The commits that its newest run delivered, by repository; the primary one first. */
  readonly commits: string[]
}

const behind = statement<{ ids: readonly string[] }, CycleSource>(
  'cycle.behind',
  `select cycle.id, cycle.project_id as "projectId", cycle.title, cycle.run_id as "runId",
     array_remove(cycle.merged_sha || array(
       select r.to_sha from cycle_repository r
       where r.run_id = cycle.run_id and r.delivered_at is not null order by r.repository_id), null) as commits
   from cycle where cycle.workspace_id = :workspace and cycle.id = any(:ids) and ${isLiveCycle('cycle.id')}
   order by cycle.id`,
)
/** The existing ones of these cycles, with their deliveries: the source of billables. */
export const cycleSources = (tx: Transaction, ids: readonly string[]) => behind(tx, { ids })
