import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { busyStatuses, type CycleStatus } from './rules.ts'
import type { CycleRow } from './tables.ts'

type OwnCap = Pick<CycleRow, 'id' | 'costCapMicros'>

/** A cycle whose own cap stays as it is until the transaction ends. */
export const shareCycle = rowStatement<{ id: string }, OwnCap>(
  'cycle.share-cap',
  `select id, cost_cap_micros as "costCapMicros" from cycle where id = :id and deleted_at is null for share`,
)

const atWork = statement<{ active: readonly CycleStatus[] }, OwnCap>(
  'cycle.caps-at-work',
  `select id, cost_cap_micros as "costCapMicros" from cycle
   where workspace_id = :workspace and deleted_at is null and status = any(:active) order by id`,
)
/** The cycles of the workspace that a run works on, with the caps that they have themselves. */
export const capsOfCyclesAtWork = (tx: Transaction) => atWork(tx, { active: busyStatuses })

/** Updates the cap of a cycle; false if there is no such cycle. */
export const putCycleCap = matchStatement<{ id: string; capMicros: number | null }, { id: string }>(
  'cycle.put-cap',
  'update cycle set cost_cap_micros = :capMicros where id = :id and deleted_at is null returning id',
)
