import { type NoValues, statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/** A run that has a sandbox, or waits in line for one. */
export interface SlotUse {
  readonly runId: string
  readonly workspaceId: string
  /** Null in line. */
  readonly machineId: string | null
  /** Whether it has, or will have, the machine's exclusive turn. */
  readonly alone: boolean
  /** The step whose job is in the queue, and the lease of the process that holds it. */
  readonly seq: number | null
  readonly leaseId: string | null
}

const usesMost = 2_000

const uses = statement<NoValues, SlotUse>(
  'jobs.slot-use',
  `select s.run_id as "runId", s.workspace_id as "workspaceId", s.machine_id as "machineId", s.alone, j.seq,
     case when j.available_at > now() then j.lease_id end as "leaseId"
   from sandbox_slot s left join queue.job j on j.run_id = s.run_id where s.kind = 'run'
   union all select run_id, workspace_id, null, false, null, null from sandbox_wait
   order by 1, 5 limit ${usesMost}`,
)
/** The runs of all workspaces that have a sandbox or wait in line for one. */
export const slotUse = (tx: Transaction) => uses(tx)
