import type { Static } from '../../platform/contract/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Task } from './contract.ts'
import { dependenciesOf } from './store.ts'
import type { TaskRow } from './tables.ts'

export const presentTasks = async (tx: Transaction, rows: readonly TaskRow[]): Promise<Static<typeof Task>[]> => {
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
    ),
  )
}

const present = (row: TaskRow, dependsOn: string[]): Static<typeof Task> => ({
  id: row.id,
  projectId: row.projectId,
  cycleId: row.cycleId,
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
  failure: row.failure,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
