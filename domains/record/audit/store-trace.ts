import { validate } from 'uuid'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const started = statement<{ traceId: string; rows: number }, { subjectId: string | null; number: number }>(
  'audit.trace-started',
  `select resource_id as "subjectId", (details ->> 'runNumber')::int as number from audit_row
   where workspace_id = :workspace and trace_id = :traceId and jsonb_typeof(details -> 'runNumber') = 'number'
   order by position limit :rows`,
)
/** Which runs requests of the trace started, as their audit rows name them. */
export const startedInTrace = async (tx: Transaction, traceId: string, rows: number) =>
  (await started(tx, { traceId, rows })).flatMap(({ subjectId, number }) =>
    subjectId && validate(subjectId) ? [{ subjectId, number }] : [],
  )
