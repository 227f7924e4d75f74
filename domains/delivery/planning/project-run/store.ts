import { oneRowStatement, rowStatement, statement } from '../../../../platform/db/statement.ts'
import { insertInto } from '../../../../platform/db/table.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { intakeOf } from '../intake/store.ts'
import type { IntakeRow } from '../intake/tables.ts'
import { busyStatuses, endedStatuses, type CycleStatus } from '../../cycles/rules.ts'
import { cyclesOfProject, inRoadmapOrder, type CycleRow } from '../../cycles/index.ts'
import { projectRun, type ProjectRunRow } from './tables.ts'

/** The newest autonomous run of a project, also after its end. */
export const findProjectRun = rowStatement<{ projectId: string }, ProjectRunRow>(
  'project-run.find',
  `select ${projectRun.columns} from project_run where workspace_id = :workspace and project_id = :projectId`,
)

/** Reads the project's run and locks it until the transaction ends. */
export const lockProjectRun = rowStatement<{ projectId: string }, ProjectRunRow>(
  'project-run.lock',
  `select ${projectRun.columns} from project_run where workspace_id = :workspace and project_id = :projectId for no key update`,
)

type NewProjectRun = Pick<ProjectRunRow, 'projectId' | 'runId' | 'number' | 'startedAt' | 'startedBy'>
/** Inserts a run that has not begun any cycle, in the place of the previous one. */
export const beginProjectRun = oneRowStatement<NewProjectRun, ProjectRunRow>(
  'project-run.begin',
  insertInto(
    projectRun,
    ['projectId', 'runId', 'number', 'startedAt', 'startedBy'],
    { workspaceId: ':workspace' },
    `on conflict (workspace_id, project_id) do update set run_id = :runId, number = :number, cycles_begun = 0,
       last_cycle_id = null, started_at = :startedAt, started_by = :startedBy, stopping_at = null, ended_at = null
     returning ${projectRun.columns}`,
  ),
)

/** Counts a cycle that the run has begun. */
export const countStartedCycle = statement<{ projectId: string; cycleId: string }>(
  'project-run.count',
  `update project_run set cycles_begun = cycles_begun + 1, last_cycle_id = :cycleId
   where workspace_id = :workspace and project_id = :projectId`,
)

/** The run that stops from now on; undefined if none is on. */
export const stopProjectRun = rowStatement<{ projectId: string; now: Date }, ProjectRunRow>(
  'project-run.stop',
  `update project_run set stopping_at = :now
   where workspace_id = :workspace and project_id = :projectId and ended_at is null and stopping_at is null
   returning ${projectRun.columns}`,
)

/** The row after the end of its run; undefined if another run has taken its place. */
export const markEnded = rowStatement<{ runId: string; projectId: string; now: Date }, ProjectRunRow>(
  'project-run.end',
  `update project_run set ended_at = :now
   where workspace_id = :workspace and project_id = :projectId and run_id = :runId and ended_at is null
   returning ${projectRun.columns}`,
)

/** A cycle as the roadmap shows it. */
export interface RoadmapRow extends Pick<
  CycleRow,
  'id' | 'handle' | 'title' | 'status' | 'urgency' | 'runId' | 'statusChangedAt'
> {
  /** How it was sorted; null if it was not. */
  readonly intake: Pick<IntakeRow, 'kind' | 'urgency' | 'duplicateOf' | 'note'> | null
}
const shown = `id, handle, title, status, urgency, run_id as "runId", status_changed_at as "statusChangedAt",
  ${intakeOf('cycle.id')} as intake`

/** Drafts in the order in which they are begun; at most `rows`. */
export const nextCycles = statement<{ projectId: string; rows: number }, RoadmapRow>(
  'project-run.next',
  `select ${shown} from ${cyclesOfProject} where status = 'draft' ${inRoadmapOrder} limit :rows`,
)

const inStatus = statement<{ projectId: string; statuses: readonly CycleStatus[]; rows: number }, RoadmapRow>(
  'project-run.cycles-in',
  `select ${shown} from ${cyclesOfProject} where status = any(:statuses)
   order by status_changed_at desc, id desc limit :rows`,
)
/** Cycles that a run works on, the newest change first. */
export const activeCyclePage = (tx: Transaction, projectId: string, rows: number) =>
  inStatus(tx, { projectId, statuses: busyStatuses, rows })
/** Cycles whose run has ended, the newest first. */
export const endedCyclePage = (tx: Transaction, projectId: string, rows: number) =>
  inStatus(tx, { projectId, statuses: endedStatuses, rows })
