import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertCycle, order, setReverted, sort, type NewCycle } from './store-drafts.ts'

/** Proposes a cycle: a draft, until a run begins. */
export const createCycle = (tx: Transaction, added: NewCycle) => insertCycle(tx, added)

/** Updates the tier and place of drafts of the project. */
export const orderCycles = (
  tx: Transaction,
  projectId: string,
  wanted: readonly { readonly cycleId: string; readonly urgency: number }[],
) =>
  order(tx, {
    projectId,
    ids: wanted.map(({ cycleId }) => cycleId),
    urgencies: wanted.map(({ urgency }) => urgency),
  })

/** Updates the tier of a draft; false unless it is a draft of the plain tier that no person has ordered. */
export const sortDraft = (tx: Transaction, cycleId: string, plain: number, urgency: number): Promise<boolean> =>
  sort(tx, { cycleId, plain, urgency })

/** Names the cycle that undoes a delivered cycle; undefined if nothing was delivered, or another cycle undoes it. */
export const markReverted: typeof setReverted = (tx, reverted) => setReverted(tx, reverted)
