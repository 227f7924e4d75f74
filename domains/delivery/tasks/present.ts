import type { Caller } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Task } from './contract.ts'
import { failureFor } from './failure.ts'
import { needsOf } from './store.ts'
import type { TaskRow } from './tables.ts'

/** Tasks as callers read them: a reply has the fields of their schema, and no others of the rows. */
export const presentTasks = async (tx: Transaction, rows: readonly TaskRow[], { role }: Pick<Caller, 'role'>) => {
  const ids = rows.map(({ id }) => id)
  const needs = await needsOf(tx, ids)
  return rows.map((row): Static<typeof Task> => ({
    ...row,
    statusSetByHand: row.statusByHand,
    dependsOn: needs.of(row.id),
    verdict: row.review?.outcome ?? null,
    provedBy: row.review?.provedBy ?? [],
    failure: failureFor(row.failure, role),
  }))
}

export const presentTask = async (tx: Transaction, row: TaskRow, caller: Pick<Caller, 'role'>) =>
  (await presentTasks(tx, [row], caller))[0]!
