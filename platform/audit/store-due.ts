import { statement, type NoValues } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { DueIn } from '../jobs/index.ts'

interface Due {
  readonly workspaceId: string
}
const idsOf = (rows: readonly Due[]) => rows.map(({ workspaceId }) => workspaceId)

const grown = statement<{ limit: number }, Due>(
  'audit.grown',
  `select l.workspace_id as "workspaceId" from ledger l
   where l.audit_position <> coalesce(
     (select max(c.size) from audit_checkpoint c where c.workspace_id = l.workspace_id), 0) limit :limit`,
)
/** Workspaces whose chain is longer, or shorter, than its last checkpoint. */
export const grownChains: DueIn = async (tx, limit) => idsOf(await grown(tx, { limit }))

const over = statement<{ limit: number }, Due>(
  'audit.repeats-due',
  `select distinct workspace_id as "workspaceId" from audit_repeat where ends_at <= now()::timestamptz(3) limit :limit`,
)
/** Workspaces with repeats whose minute is over. */
export const repeatsDueIn: DueIn = async (tx, limit) => idsOf(await over(tx, { limit }))

const signed = statement<NoValues, { exists: boolean }>(
  'audit.has-checkpoints',
  'select exists (select from audit_checkpoint) as "exists"',
)
/** Whether any workspace has a checkpoint, which the audit key has signed. */
export const hasCheckpoints = async (tx: Transaction): Promise<boolean> => (await signed(tx))[0]!.exists
