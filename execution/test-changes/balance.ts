import type { Change, FileChange, Side, TestUnit } from './change.ts'
import { addedHits } from './hits.ts'

/** The lost and gained tests or assertions of a file, without those that moved to or from another file. */
export interface UnitBalance {
  readonly file: FileChange
  readonly lost: readonly TestUnit[]
  readonly gained: readonly TestUnit[]
}

/** Balances of the files that hold tests on a side, over the whole change: what only moved counts nowhere. */
export const balances = (change: Change, unitsOf: (side: Side) => readonly TestUnit[]): UnitBalance[] => {
  const keyOf = ({ key }: TestUnit) => key
  const files = change.files.filter(({ before, after }) => before?.isTest === true || after?.isTest === true)
  const own = files.map((file) => {
    const [before, after] = [file.before, file.after].map((side) => (side?.isTest ? unitsOf(side) : []))
    return { file, lost: addedHits(after!, before!, keyOf), gained: addedHits(before!, after!, keyOf) }
  })
  const lost = tally(own.flatMap((one) => one.lost))
  const gained = tally(own.flatMap((one) => one.gained))
  const moved = (counts: Map<string, number>) => (one: TestUnit) => {
    const count = counts.get(one.key) ?? 0
    if (count > 0) counts.set(one.key, count - 1)
    return count > 0
  }
  const hasArrived = moved(gained)
  const hasLeft = moved(lost)
  return own.map(({ file, ...units }) => ({
    file,
    lost: units.lost.filter((one) => !hasArrived(one)),
    gained: units.gained.filter((one) => !hasLeft(one)),
  }))
}

const tally = (units: readonly TestUnit[]) => {
  const counts = new Map<string, number>()
  for (const { key } of units) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
