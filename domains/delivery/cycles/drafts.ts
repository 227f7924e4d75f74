import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertCycle, order, setReverted, sort, type NewCycle } from './store-drafts.ts'
import type { CycleRow } from './tables.ts'

/** Proposes a cycle: a draft, until a run begins. */
export const createCycle = async (tx: Transaction, added: NewCycle): Promise<CycleRow> => {
  const [row] = await insertCycle(tx, added)
  return row!
}

interface RoadmapPosition {
  readonly cycleId: string
  readonly urgency: number
}
/** Updates the tier and place of drafts of the project. */
export const orderCycles = (tx: Transaction, projectId: string, wanted: readonly RoadmapPosition[]) => {
  const ids = wanted.map(({ cycleId }) => cycleId)
  const urgencies = wanted.map(({ urgency }) => urgency)
  return order(tx, { projectId, ids, urgencies })
}

/** Updates the tier of a draft; false unless it is a draft of the plain tier that no person has ordered. */
export const sortDraft = async (tx: Transaction, cycleId: string, plain: number, urgency: number): Promise<boolean> =>
  (await sort(tx, { cycleId, plain, urgency })).length > 0

/** Names the cycle that undoes a delivered cycle; undefined if nothing was delivered, or another cycle undoes it. */
export const markReverted = async (tx: Transaction, id: string, by: string, now: Date) =>
  (await setReverted(tx, { id, by, now })).at(0)
