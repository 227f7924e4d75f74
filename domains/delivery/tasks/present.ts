import type { Caller, Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Task } from './contract.ts'
import { shownFailure } from './failure.ts'
import { dependenciesOf } from './store.ts'
import type { TaskRow } from './tables.ts'

export const presentTasks = async (
  tx: Transaction,
  rows: readonly TaskRow[],
  { role }: Pick<Caller, 'role'>,
): Promise<Static<typeof Task>[]> => {
  const dependencies = Map.groupBy(
    await dependenciesOf(
      tx,
      rows.map(({ id }) => id),
    ),
    ({ taskId }) => taskId,
  )
  return rows.map((row) =>
    present(
      row,
      (dependencies.get(row.id) ?? []).map(({ dependsOn }) => dependsOn),
      role,
    ),
  )
}

const present = (row: TaskRow, dependsOn: string[], role: Role): Static<typeof Task> => ({
  id: row.id,
  projectId: row.projectId,
  cycleId: row.cycleId,
  runId: row.runId,
  number: row.number,
  title: row.title,
  description: row.description,
  status: row.status,
  statusSetByHand: row.statusByHand,
  dependsOn,
  branch: row.branch,
  baseSha: row.baseSha,
  headSha: row.headSha,
  mergeSha: row.mergeSha,
  failure: shownFailure(row.failure, role),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
