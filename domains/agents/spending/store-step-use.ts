import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RunPayer } from './budget.ts'
import { ModelFailure } from '../../../execution/models/index.ts'

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

/** The costs of calls, and the reserve for those under way. */
interface StepCosts {
  readonly spentMicros: number
  readonly heldMicros: number
}

const costs = statement<{ steps: readonly string[]; since: Date }, StepCosts>(
  'spending.costs-of-steps',
  `select coalesce(sum(cost_micros), 0)::int8 as "spentMicros",
     coalesce(sum(reserved_micros) filter (where status = 'open'), 0)::int8 as "heldMicros"
   from model_call where workspace_id = :workspace and cycle_id is null and step = any(:steps) and sent_at >= :since`,
)
/** The costs of calls of no cycle that were booked under these steps since a time. */
export const costOfSteps = async (tx: Transaction, steps: readonly string[], since: Date): Promise<StepCosts> =>
  (await costs(tx, { steps, since }))[0]!
