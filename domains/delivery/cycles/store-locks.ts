import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { inRoadmapOrder } from './joins.ts'
import type { CycleStatus } from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'

const inProject = 'workspace_id = :workspace and project_id = :projectId and deleted_at is null'

export const lockOne = rowStatement<{ id: string }, CycleRow>(
  'cycle.lock',
  `select ${cycle.columns} from cycle where id = :id and deleted_at is null for no key update`,
)

export const lockActive = statement<
  { projectId: string; busy: readonly CycleStatus[] },
  { id: string; runId: string | null }
>(
  'cycle.active-in-project',
  `select id, run_id as "runId" from cycle
   where project_id = :projectId and deleted_at is null and status = any(:busy) and run_id is not null for no key update`,
)

export const lockNext = statement<{ projectId: string; rows: number }, { id: string }>(
  'cycle.lock-next',
  `select id from cycle where ${inProject} and status = 'draft' ${inRoadmapOrder} limit :rows for no key update`,
)

export const lockDrafts = statement<{ projectId: string; ids: readonly string[] }, { id: string }>(
  'cycle.drafts',
  `select id from cycle where ${inProject} and status = 'draft' and id = any(:ids) order by id for no key update`,
)
