import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTier, moveWithinTier, type PlannedCycle } from './roadmap-order.ts'

const roadmaps = fc
  .uniqueArray(fc.record({ cycleId: fc.uuid(), urgency: fc.integer({ min: 1, max: 4 }) }), {
    selector: ({ cycleId }) => cycleId,
    maxLength: 20,
  })
  .map((rows) => rows.toSorted((one, other) => one.urgency - other.urgency))
const steps = fc.constantFrom(1 as const, -1 as const)
const ids = (rows: readonly PlannedCycle[]) => rows.map(({ cycleId }) => cycleId)
const isSorted = (rows: readonly PlannedCycle[]) =>
  rows.every(({ urgency }, at) => at === 0 || rows[at - 1]!.urgency <= urgency)

test('a step changes two neighbours in a tier, and a step back undoes it', () =>
  fc.assert(
    fc.property(roadmaps, fc.nat(), steps, (rows, at, step) => {
      const row = rows[at % (rows.length || 1)]
      if (!row) return
      const after = moveWithinTier(rows, row.cycleId, step)
      expect(isSorted(after)).toBe(true)
      if (after !== rows) expect(moveWithinTier(after, row.cycleId, step === 1 ? -1 : 1)).toEqual(rows)
      const neighbour = rows[rows.indexOf(row) + step]
      expect(after === rows).toBe(neighbour?.urgency !== row.urgency)
    }),
  ))

test('another tier puts a cycle behind the cycles in it, and keeps the order of all others', () =>
  fc.assert(
    fc.property(roadmaps, fc.nat(), fc.integer({ min: 1, max: 4 }), (rows, at, urgency) => {
      const row = rows[at % (rows.length || 1)]
      if (!row) return
      const after = inTier(rows, row.cycleId, urgency)
      expect(isSorted(after)).toBe(true)
      expect(ids(after).filter((id) => id !== row.cycleId)).toEqual(ids(rows).filter((id) => id !== row.cycleId))
      const tier = after.filter((one) => one.urgency === urgency)
      if (row.urgency !== urgency) expect(tier.at(-1)!.cycleId).toBe(row.cycleId)
    }),
  ))
