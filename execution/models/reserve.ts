import type { Transaction } from '../../platform/db/transaction.ts'
import type { Attempt, StepLimits } from './attempt.ts'
import { CapReached, capSentence, type Payer, PriceUnknown, scopesOf, unpricedSentence } from './budget.ts'
import type { Call, GatewayParts } from './call.ts'
import { type FailureCode, ModelFailure } from './failure.ts'
import type { ModelProvider } from './provider.ts'
import { cappedScope, findBudget } from './store-budget.ts'
import { stepUse } from './store-step-use.ts'
import { noteRefusal } from './store-warnings.ts'
import { insertRefusedCall, reserveCall } from './store.ts'

/** Reserves a call in a transaction of its own. Throws ModelFailure, recorded, where a cap does not cover it. */
export const reserve = async (parts: GatewayParts, call: Call, attempt?: Pick<Attempt, 'identity' | 'limits'>) => {
  try {
    await parts.database.within(call.identity.workspaceId, async (tx) => {
      if (attempt?.limits) refuseBeyond(attempt.limits, await stepUse(tx, attempt.identity))
      await reserveIn(tx, parts.provider, call)
    })
  } catch (error) {
    throw error instanceof CapReached || error instanceof PriceUnknown ? await refuse(parts, call, error) : error
  }
}

/** Reserves a call in a transaction that is there. Throws CapReached or PriceUnknown: roll back, then `refuse`. */
export const reserveIn = async (tx: Transaction, { price }: ModelProvider, call: Call): Promise<void> => {
  if (!price) await refuseUnderCap(tx, call.identity)
  await reserveCall(tx, call)
}

/** What has no known price passes where nothing has a cap, and nowhere else. */
const refuseUnderCap = async (tx: Transaction, identity: Payer) => {
  const capped = await cappedScope(tx, scopesOf(identity))
  if (capped) throw new PriceUnknown(capped)
}

const refuseBeyond = (limits: StepLimits, used: StepLimits) => {
  const what = used.steps >= limits.steps ? 'steps' : used.tokens >= limits.tokens ? 'tokens' : undefined
  if (what === undefined) return
  const limit = what === 'steps' ? `${limits.steps} calls of the model` : `${limits.tokens} tokens`
  const setting = what === 'steps' ? 'ATELIER_AGENT_STEPS' : 'ATELIER_AGENT_TOKENS'
  const message = `The agent was not done after ${limit}, which is its limit (${setting}).`
  throw new ModelFailure(message, { status: 429, code: 'step_limit', billed: 'nothing' })
}

/** Records that a cap refused the call, and says so. */
export const refuse = ({ database }: GatewayParts, call: Call, error: CapReached | PriceUnknown) =>
  database.within(call.identity.workspaceId, async (tx) => {
    const { kind } = error.scope
    const isUnknown = error instanceof PriceUnknown
    const code: FailureCode = isUnknown ? 'provider_price_unknown' : `${kind}_cap_reached`
    const message = isUnknown
      ? unpricedSentence(kind, call.model)
      : capSentence(kind, await findBudget(tx, error.scope), call.worstMicros)
    if (!isUnknown) await noteRefusal(tx, error.scope, call.worstMicros)
    await insertRefusedCall(tx, call, { code, message })
    return new ModelFailure(message, { status: 402, code, billed: 'nothing' })
  })
