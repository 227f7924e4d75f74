import type { getProjectRoadmap } from '../../../../../domains/delivery/planning/contract/project-run.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type Roadmap = Reply<typeof getProjectRoadmap>
export type RoadmapRow = Roadmap['next'][number]

/** A cycle that has not begun. Its urgency, from 1 to 4, is its tier, which counts before its place. */
export type PlannedCycle = Pick<RoadmapRow, 'cycleId' | 'urgency'>

const tierIn = <Row extends PlannedCycle>(rows: readonly Row[], urgency: number) =>
  rows.filter((row) => row.urgency === urgency)

/** Moves a row a place up or down within its tier; unchanged if it cannot move. */
export const moveWithinTier = <Row extends PlannedCycle>(
  rows: readonly Row[],
  cycleId: string,
  step: 1 | -1,
): readonly Row[] => {
  const at = rows.findIndex((row) => row.cycleId === cycleId)
  const one = rows[at]
  const other = rows[at + step]
  if (!one || !other || one.urgency !== other.urgency) return rows
  return rows.with(at, other).with(at + step, one)
}

/** Moves a row to another tier, after its rows. */
export const inTier = <Row extends PlannedCycle>(
  rows: readonly Row[],
  cycleId: string,
  urgency: number,
): readonly Row[] => {
  const row = rows.find((one) => one.cycleId === cycleId)
  if (!row || row.urgency === urgency) return rows
  const rest = rows.filter((one) => one !== row)
  return [1, 2, 3, 4].flatMap((tier) =>
    tier === urgency ? [...tierIn(rest, tier), { ...row, urgency }] : tierIn(rest, tier),
  )
}

/** The body of a request that saves an order: cycles with their tiers, at most 200 as the contract allows. */
export const orderOf = (rows: readonly PlannedCycle[]): { cycleId: string; urgency: number }[] =>
  rows.slice(0, 200).map(({ cycleId, urgency }) => ({ cycleId, urgency }))
