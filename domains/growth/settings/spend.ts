import type { Transaction } from '../../../platform/db/transaction.ts'
import { costOfSteps } from '../../agents/spending/index.ts'
import type { MonthSpend } from './rules.ts'
import { beginOfMonth } from './store.ts'

/** The step under which calls of research are booked. */
export const researchStep = 'growth-research'

/** What growth spent in the month of `now`, with what is held back for calls that are under way. */
export const spendOfMonth = async (tx: Transaction, now: Date): Promise<MonthSpend & { readonly from: Date }> => {
  const from = await beginOfMonth(tx, now)
  return { from, ...(await costOfSteps(tx, [researchStep], from)) }
}
