import type { Transaction } from '../../../platform/db/transaction.ts'
import { costOfSteps } from '../../agents/spending/index.ts'
import { isWithinCap, type MonthSpend } from './rules.ts'
import { beginOfMonth, holdSettings } from './store.ts'

/** The step under which calls of research are booked. */
export const researchStep = 'growth-research'

/** What growth spent in the month of `now`, with what is held back for calls that are under way. */
export const spendOfMonth = async (tx: Transaction, now: Date): Promise<MonthSpend & { readonly from: Date }> => {
  const from = await beginOfMonth(tx, now)
  return { from, ...(await costOfSteps(tx, [researchStep], from)) }
}

/**
 * Whether a call that may cost `worstMicros` is within the hard cap, which is held until the transaction ends: of two
 * calls at the same time the second counts the first.
 */
export const isWithinHardCap = async (tx: Transaction, worstMicros: number): Promise<boolean> => {
  const capMicros = (await holdSettings(tx))?.hardCapMicros ?? null
  return capMicros === null || isWithinCap(capMicros, await spendOfMonth(tx, await tx.now()), worstMicros)
}
