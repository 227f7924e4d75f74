import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { refusalCodes } from './joins.ts'

/** A call that was not sent, since a cap did not cover it or its price is unknown. */
export interface RefusedCall {
  readonly callId: string
  readonly cycleId: string | null
  readonly taskId: string | null
  readonly model: string
  readonly code: string
  readonly message: string
  readonly refusedAt: Date
}

type RefusedOwner = { readonly projectId: string | null; readonly cycleId: string | null }

const refused = statement<RefusedOwner & { limit: number }, RefusedCall & Readonly<Record<string, unknown>>>(
  'spending.refused-calls',
  `select id as "callId", cycle_id as "cycleId", task_id as "taskId", model, failure ->> 'code' as code,
     failure ->> 'message' as message, sent_at as "refusedAt" from model_call
   where workspace_id = :workspace and (:projectId::uuid is null or project_id = :projectId)
     and (:cycleId::uuid is null or cycle_id = :cycleId)
     and failure ->> 'code' in ${refusalCodes}
   order by id desc limit :limit`,
)
/** The newest calls of a workspace, a project or a cycle that a cap refused. */
export const refusedCalls = async (
  tx: Transaction,
  { projectId = null, cycleId = null }: Partial<RefusedOwner>,
  limit: number,
): Promise<RefusedCall[]> => refused(tx, { projectId, cycleId, limit })
