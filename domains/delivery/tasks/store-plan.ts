import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { task, type Mend, type TaskRow } from './tables.ts'

const insert = statement<Omit<PlannedTask, 'mend'> & { mend: Json | null; planChanged: boolean }, TaskRow>(
  'task.plan',
  insertInto(
    task,
    [
      ...(['id', 'projectId', 'cycleId', 'number', 'title', 'description', 'addedBy'] as const),
      ...(['runId', 'repositoryId', 'branch', 'baseSha', 'mend'] as const),
      ...(['planChanged'] as const),
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
  /** Where its change is made; named by the run. */
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
export const planTask = async (tx: Transaction, planned: PlannedTask): Promise<TaskRow> => {
  const [row] = await insert(tx, { ...planned, mend: json(planned.mend), planChanged: planned.planChanged ?? false })
  return row!
}
