import type { Transaction } from '../../../platform/db/transaction.ts'
import { costOfSteps, type CallJudge } from '../../agents/spending/index.ts'
import { capPassedBy, isWithinCap, type LookupCap, type LookupTerms, type MonthSpend } from './rules.ts'
import {
  beginOfMonth,
  findSettings,
  lockSettings,
  addHeld,
  findLookupMonth,
  lockLookupMonth,
  moveHeldToSpent,
} from './store.ts'
import { ModelFailure } from '../../../execution/models/index.ts'

// The steps under which the calls of models are booked.
export const researchStep = 'growth-research'
export const draftStep = 'growth-drafts'
export const proposalStep = 'growth-proposals'
/** Sorts the replies of leads. */
export const replyStep = 'growth-replies'

/** The money that growth spent in the month of `now`, with the reserve for calls and look-ups under way. */
export const spendOfMonth = async (tx: Transaction, now: Date): Promise<MonthSpend & { readonly from: Date }> => {
  const from = await beginOfMonth(tx, now)
  const steps = [researchStep, proposalStep, draftStep, replyStep]
  const models = await costOfSteps(tx, { steps, since: from })
  const lookups = await findLookupMonth(tx, { now })
  return {
    from,
    spentMicros: models.spentMicros + (lookups?.spentMicros ?? 0),
    heldMicros: models.heldMicros + (lookups?.heldMicros ?? 0),
  }
}

/** True if a call of at most `worstMicros` fits the hard cap. The lock makes parallel calls count each other. */
export const isWithinHardCap = async (tx: Transaction, worstMicros: number): Promise<boolean> => {
  const capMicros = (await lockSettings(tx))?.hardCapMicros ?? null
  return capMicros === null || isWithinCap(capMicros, await spendOfMonth(tx, await tx.now()), worstMicros)
}

/**
 * Reserves look-up money: returns its month, or the limit that it would pass. `terms`: the limits of the instance,
 * undefined for a look-up with the workspace's own key. Locks settings before the account.
 */
export const reserveLookupMoney = async (
  tx: Transaction,
  worstMicros: number,
  terms: LookupTerms | undefined,
): Promise<{ readonly month: string } | { readonly cap: LookupCap }> => {
  const now = await tx.now()
  const hardCapMicros = (await lockSettings(tx))?.hardCapMicros ?? null
  const account = await lockLookupMonth(tx, now)
  const month = hardCapMicros === null ? { spentMicros: 0, heldMicros: 0 } : await spendOfMonth(tx, now)
  const cap = capPassedBy(worstMicros, { hardCapMicros, month, account, terms })
  if (cap) return { cap }
  await addHeld(tx, { month: account.month, micros: worstMicros, creditMicros: terms ? worstMicros : 0 })
  return { month: account.month }
}

interface LookupSettlement {
  readonly month: string
  readonly heldMicros: number
  /** At most the reserved amount. */
  readonly costMicros: number
  readonly isInstancePaying: boolean
}

/** Replaces the reservation of a look-up by its cost. */
export const settleLookupMoney = (tx: Transaction, settlement: LookupSettlement) => {
  const { month, heldMicros, costMicros, isInstancePaying } = settlement
  return moveHeldToSpent(tx, {
    month,
    micros: heldMicros,
    creditMicros: isInstancePaying ? heldMicros : 0,
    costMicros,
    creditCostMicros: isInstancePaying ? costMicros : 0,
  })
}

/** True if the workspace adds companies to the index. */
export const contributesToIndex = async (tx: Transaction): Promise<boolean> =>
  (await findSettings(tx))?.contributesToIndex ?? false

/** Refuses a call that the hard cap of growth does not cover. */
export const underHardCap: CallJudge = async (tx, { worstMicros }) => {
  if (await isWithinHardCap(tx, worstMicros)) return
  throw new ModelFailure(overCap, { status: 402, code: 'workspace_cap_reached', billed: 'nothing' })
}
const overCap =
  'The hard cap of growth for this month does not cover the call. An administrator can raise it in the growth settings.'
