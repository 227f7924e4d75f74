import { oneRowStatement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RunPayer } from './budget.ts'
import { ModelFailure } from '../../../execution/models/index.ts'

type RunStep = Pick<RunPayer, 'workspaceId' | 'runId' | 'step'>

/** The use of all attempts of a step so far. */
export const stepUse = oneRowStatement<RunStep, { steps: number; tokens: number }>(
  'spending.step-use',
  `select count(*)::int4 as steps, coalesce(sum(input_tokens + output_tokens), 0)::int8 as tokens from model_call
   where workspace_id = :workspaceId and run_id = :runId and step = :step and status = 'finished'`,
)

const cost = oneRowStatement<RunStep, { costMicros: number }>(
  'spending.step-cost',
  `select coalesce(sum(cost_micros), 0)::int8 as "costMicros" from model_call
   where workspace_id = :workspaceId and run_id = :runId and step = :step`,
)

/** The cost so far of all attempts at a step, in millionths of a dollar. */
export const stepCost = async (tx: Transaction, payer: RunPayer): Promise<number> => (await cost(tx, payer)).costMicros

/** The limits of a step, over all its attempts. */
export interface StepLimits {
  /** Calls that were answered. */
  readonly steps: number
  /** Input and output together. */
  readonly tokens: number
}

/** Throws ModelFailure if a step has used up its limits. */
export const refuseBeyond = (limits: StepLimits, used: StepLimits): void => {
  const what = used.steps >= limits.steps ? 'steps' : used.tokens >= limits.tokens ? 'tokens' : undefined
  if (what === undefined) return
  const limit = what === 'steps' ? `${limits.steps} calls of the model` : `${limits.tokens} tokens`
  const setting = what === 'steps' ? 'ATELIER_AGENT_STEPS' : 'ATELIER_AGENT_TOKENS'
  const message = `The agent was not done after ${limit}, which is its limit (${setting}).`
  throw new ModelFailure(message, { status: 429, code: 'step_limit', billed: 'nothing' })
}

/** The costs of calls of no cycle that were booked under these steps since a time, and the reserve for open ones. */
export const costOfSteps = oneRowStatement<
  { steps: readonly string[]; since: Date },
  { spentMicros: number; heldMicros: number }
>(
  'spending.costs-of-steps',
  `select coalesce(sum(cost_micros), 0)::int8 as "spentMicros",
     coalesce(sum(reserved_micros) filter (where status = 'open'), 0)::int8 as "heldMicros"
   from model_call where workspace_id = :workspace and cycle_id is null and step = any(:steps) and sent_at >= :since`,
)
