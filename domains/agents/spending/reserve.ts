import { ModelFailure, type FailureCode, type NewCall } from '../../../execution/models/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { capSentence, PriceUnknown, scopesOf, unpricedSentence, type CapReached, type Payer } from './budget.ts'
import { cappedScope, findBudget } from './store-budgets.ts'
import { insertRefusedCall, reserveCall } from './store-calls.ts'
import { noteRefusal } from './store-warnings.ts'

/** Reserves a call in the caller's transaction. Throws CapReached or PriceUnknown. */
export const reserveIn = async (tx: Transaction, payer: Payer, call: NewCall): Promise<void> => {
  if (!call.isPriced) await refuseUnderCap(tx, payer)
  await reserveCall(tx, payer, call)
}

/** A call without a known price passes only if no scope has a cap. */
const refuseUnderCap = async (tx: Transaction, payer: Payer) => {
  const capped = await cappedScope(tx, scopesOf(payer))
  if (capped) throw new PriceUnknown(capped)
}

/** Records that a cap refused the call, and says so. */
export const recordRefusal = async (
  tx: Transaction,
  payer: Payer,
  call: NewCall,
  error: CapReached | PriceUnknown,
): Promise<ModelFailure> => {
  const { kind } = error.scope
  const isUnknown = error instanceof PriceUnknown
  const code: FailureCode = isUnknown ? 'provider_price_unknown' : `${kind}_cap_reached`
  const message = isUnknown
    ? unpricedSentence(kind, call.model)
    : capSentence(kind, await findBudget(tx, error.scope), call.worstMicros)
  if (!isUnknown) await noteRefusal(tx, error.scope, call.worstMicros)
  await insertRefusedCall(tx, payer, call, { code, message })
  return new ModelFailure(message, { status: 402, code, billed: 'nothing' })
}
