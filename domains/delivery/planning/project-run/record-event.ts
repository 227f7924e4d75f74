import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { ProjectRunRow } from './tables.ts'

type ProjectRunEventName = 'project.run_started' | 'project.run_waiting' | 'project.run_stopped' | 'project.run_failed'

/** Tells those who follow the project where its run stands. */
export const recordProjectRunEvent = (
  tx: Transaction,
  { projectId, number }: Pick<ProjectRunRow, 'projectId' | 'number'>,
  name: ProjectRunEventName,
): void => record(tx, undefined, { name, entity: ['project', projectId], projectId, payload: { runNumber: number } })
