import type { Caller, Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Task } from './contract.ts'
import { failureFor } from './failure.ts'
import { needsOf } from './store.ts'
import type { TaskRow } from './tables.ts'

export const presentTasks = async (tx: Transaction, rows: readonly TaskRow[], { role }: Pick<Caller, 'role'>) => {
  const ids = rows.map(({ id }) => id)
  const needs = await needsOf(tx, ids)
  return rows.map((row) => present(row, needs.of(row.id), role))
}

export const presentTask = async (tx: Transaction, row: TaskRow, caller: Pick<Caller, 'role'>) =>
  (await presentTasks(tx, [row], caller))[0]!

const present = (row: TaskRow, dependsOn: string[], role: Role): Static<typeof Task> => ({
  id: row.id,
  projectId: row.projectId,
  cycleId: row.cycleId,
  handle: row.handle,
  runId: row.runId,
  repositoryId: row.repositoryId,
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
  verdict: row.review?.outcome ?? null,
  provedBy: row.review?.provedBy ?? [],
  failure: failureFor(row.failure, role),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
