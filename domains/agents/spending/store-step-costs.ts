import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

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
