import { json, rowStatement, statement, type Json, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { CallPolicy } from './rules/call-policy.ts'
import { modelCallPolicy, type CallPolicyRow } from './tables.ts'

/** The workspace's setting; undefined without one. */
export const findCallPolicy = rowStatement<NoValues, CallPolicyRow>(
  'model-call-policy.find',
  `select ${modelCallPolicy.columns} from model_call_policy where workspace_id = :workspace`,
)

interface NewPolicy extends Omit<CallPolicy, 'fallbacks'> {
  readonly fallbacks: Json
  readonly now: Date
  readonly userId: string
}
const put = statement<NewPolicy, CallPolicyRow>(
  'model-call-policy.put',
  insertInto(
    modelCallPolicy,
    ['attempts', 'beginSeconds', 'callSeconds', 'fallbacks'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id) do update set attempts = excluded.attempts, begin_seconds = excluded.begin_seconds,
     call_seconds = excluded.call_seconds, fallbacks = excluded.fallbacks, updated_at = excluded.updated_at,
     updated_by = excluded.updated_by returning ${modelCallPolicy.columns}`,
  ),
)
export const putCallPolicy = async (
  tx: Transaction,
  policy: CallPolicy,
  by: { readonly now: Date; readonly userId: string },
) => {
  const { attempts, beginSeconds, callSeconds, fallbacks } = policy
  return (await put(tx, { attempts, beginSeconds, callSeconds, fallbacks: json(fallbacks), ...by }))[0]!
}
