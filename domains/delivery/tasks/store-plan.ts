import { oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { TaskStatus } from './rules.ts'
import { task, taskDependency, type Mend, type TaskRow } from './tables.ts'

// The changes of tasks by people and plans.

export interface PlannedTask {
  readonly id: string
  readonly projectId: string
  readonly cycleId: string
  readonly number: number
  readonly title: string
  readonly description: string
  readonly now: Date
  /** Undefined until a run takes the task up. */
  readonly runId?: string | undefined
  /** The repository in which the change is made; the run sets it. */
  readonly repositoryId?: string | undefined
  readonly branch?: string | undefined
  /** Known from the plan on if nothing is merged before it begins. */
  readonly baseSha?: string | undefined
  /** The person who added it; it is in each later run too. */
  readonly addedBy?: string | undefined
  /** For a task that the engine makes, when the result of its run does not pass. */
  readonly mend?: Mend | undefined
  /** Whether it is of a plan that people changed. */
  readonly planChanged?: boolean
}
export const insertTask = oneRowStatement<
  Omit<PlannedTask, 'mend'> & { mend: Json | null; planChanged: boolean },
  TaskRow
>(
  'task.plan',
  insertInto(
    task,
    [
      ...(['id', 'projectId', 'cycleId', 'number', 'title', 'description', 'addedBy'] as const),
      ...(['runId', 'repositoryId', 'branch', 'baseSha', 'mend', 'planChanged'] as const),
    ],
    {
      workspaceId: ':workspace',
      status: "'queued'",
      engineStatus: "'queued'",
      statusChangedAt: ':now',
      createdAt: ':now',
      updatedAt: ':now',
    },
    `returning ${task.columns}`,
  ),
)

export interface AdoptedTask {
  readonly id: string
  readonly runId: string
  readonly number: number
  readonly repositoryId: string
  readonly branch: string
  readonly baseSha: string | undefined
  readonly now: Date
}
export const adopt = statement<AdoptedTask, TaskRow>(
  'task.adopt',
  `update task set run_id = :runId, number = :number, repository_id = :repositoryId, branch = :branch, base_sha = :baseSha,
     updated_at = :now
   where id = :id and run_id is null and deleted_at is null returning ${task.columns}`,
)

export const addNeed = statement<{ taskId: string; dependsOn: string }>(
  'task.add-need',
  insertInto(taskDependency, ['taskId', 'dependsOn'], { workspaceId: ':workspace' }),
)
export const deleteNeeds = statement<{ taskId: string }>(
  'task.forget-needs',
  'delete from task_dependency where task_id = :taskId',
)

export interface TaskTexts {
  readonly title?: string | undefined
  readonly description?: string | undefined
}
export const updateTexts = rowStatement<TaskTexts & { id: string; now: Date }, TaskRow>(
  'task.update-texts',
  `update task set title = coalesce(:title, title), description = coalesce(:description, description), updated_at = :now,
     plan_changed = plan_changed or coalesce(:title, :description) is not null
   where id = :id and deleted_at is null returning ${task.columns}`,
)

export const setPlanChanged = statement<{ cycleId: string; runId: string; changed: boolean }>(
  'task.set-plan-changed',
  'update task set plan_changed = :changed where cycle_id = :cycleId and run_id = :runId and plan_changed <> :changed',
)

/** The engine's last status stays beside it, and decides. */
export const setStatusByHand = rowStatement<{ id: string; status: TaskStatus; now: Date }, TaskRow>(
  'task.set-by-hand',
  `update task set status = :status, status_by_hand = true, engine_status = coalesce(engine_status, status),
     status_changed_at = :now, updated_at = :now
   where id = :id and deleted_at is null returning ${task.columns}`,
)

export const removeOne = statement<{ id: string; now: Date }>(
  'task.remove',
  'update task set deleted_at = :now where id = :id and deleted_at is null',
)
export const removeOfCycle = statement<{ cycleId: string; now: Date }>(
  'task.delete-of-cycle',
  'update task set deleted_at = :now where cycle_id = :cycleId and deleted_at is null',
)

export const keepTests = rowStatement<{ id: string; by: string; now: Date }, TaskRow>(
  'task.mark-tests-kept',
  `update task set tests_kept_by_cycle_id = :by, updated_at = :now
   where id = :id and tests_kept_by_cycle_id is null and deleted_at is null returning ${task.columns}`,
)
export const releaseKeptTests = statement<{ by: string; now: Date }>(
  'task.release-kept-tests',
  'update task set tests_kept_by_cycle_id = null, updated_at = :now where tests_kept_by_cycle_id = :by',
)
