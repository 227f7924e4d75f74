import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { ProjectRunRow } from './tables.ts'

type ProjectRunEventName = 'project.run_started' | 'project.run_waiting' | 'project.run_stopped' | 'project.run_failed'

/** Reports the state of a project's run to its followers. */
export const recordProjectRunEvent = (
  tx: Transaction,
  { projectId, number }: Pick<ProjectRunRow, 'projectId' | 'number'>,
  name: ProjectRunEventName,
): void => record(tx, undefined, { name, entity: ['project', projectId], projectId, payload: { runNumber: number } })
