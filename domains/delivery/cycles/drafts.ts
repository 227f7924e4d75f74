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
/** Gives drafts of the project their tier and place. */
export const orderCycles = (tx: Transaction, projectId: string, wanted: readonly RoadmapPosition[]) => {
  const ids = wanted.map(({ cycleId }) => cycleId)
  const urgencies = wanted.map(({ urgency }) => urgency)
  return order(tx, { projectId, ids, urgencies })
}

/** Gives a draft its tier; false unless it is a draft of the plain tier that no person has ordered. */
export const sortDraft = async (tx: Transaction, cycleId: string, plain: number, urgency: number): Promise<boolean> =>
  (await sort(tx, { cycleId, plain, urgency })).length > 0

/** Names the cycle that undoes a delivered one; undefined if nothing was delivered, or another one undoes it. */
export const markReverted = async (tx: Transaction, id: string, by: string, now: Date) =>
  (await setReverted(tx, { id, by, now })).at(0)
