import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RunPayer } from './budget.ts'
import type { StepLimits } from './step-limits.ts'

const used = statement<{ workspaceId: string; runId: string; step: string }, { steps: number; tokens: number }>(
  'spending.step-use',
  `select count(*)::int4 as steps, coalesce(sum(input_tokens + output_tokens), 0)::int8 as tokens from model_call
   where workspace_id = :workspaceId and run_id = :runId and step = :step and status = 'finished'`,
)

/** The use of all attempts of a step so far. */
export const stepUse = async (tx: Transaction, identity: RunPayer): Promise<StepLimits> =>
  (await used(tx, identity)).at(0)!

const cost = statement<{ workspaceId: string; runId: string; step: string }, { costMicros: number }>(
  'spending.step-cost',
  `select coalesce(sum(cost_micros), 0)::int8 as "costMicros" from model_call
   where workspace_id = :workspaceId and run_id = :runId and step = :step`,
)

/** The cost so far of all attempts at a step, in millionths of a dollar. */
export const stepCost = async (tx: Transaction, { workspaceId, runId, step }: RunPayer): Promise<number> =>
  (await cost(tx, { workspaceId, runId, step })).at(0)!.costMicros
