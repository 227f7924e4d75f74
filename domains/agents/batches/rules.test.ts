import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemCost, pollDelayMs, repeatedIds, sentIdOf, seqOf } from './rules.ts'

test('pauses grow up to fifteen minutes, and are never less than half of it', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, noNaN: true }), (polls, random) => {
      const pause = pollDelayMs(polls, random)
      expect(pause).toBeGreaterThanOrEqual(5_000)
      expect(pause).toBeLessThanOrEqual(900_000)
      expect(pollDelayMs(polls + 1, random)).toBeGreaterThanOrEqual(pause)
    }),
  )
})

test('the name of an item at a provider leads to its place, and that of another batch to none', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.nat(4_999), (batch, other, seq) => {
      expect(seqOf(batch, sentIdOf(batch, seq))).toBe(seq)
      fc.pre(batch.slice(-12) !== other.slice(-12))
      expect(seqOf(batch, sentIdOf(other, seq))).toBeUndefined()
    }),
  )
  expect(seqOf('019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', '6f1f2b9c0d11-01')).toBeUndefined()
})

test('an item never costs more than was reserved for it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 100 }), (cost, worstMicros, percent) => {
      const paid = itemCost(cost, { worstMicros, percent })
      expect(paid).toBeLessThanOrEqual(worstMicros)
      if (cost <= worstMicros) expect(paid * 100).toBeGreaterThanOrEqual(cost * percent)
    }),
  )
})

test('names the places of repeated names', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (ids) => {
      const repeated = repeatedIds(ids)
      expect(ids.length - repeated.length).toBe(new Set(ids).size)
      for (const at of repeated) expect(ids.indexOf(ids[at]!)).toBeLessThan(at)
    }),
  )
})
