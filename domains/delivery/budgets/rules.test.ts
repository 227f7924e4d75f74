import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumOf, sumsByCycle, type RunUse } from './rules.ts'

const used = fc.record({
  runId: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
  calls: fc.nat(9),
  unpricedCalls: fc.nat(9),
  estimatedCalls: fc.nat(9),
  inputTokens: fc.nat(999),
  outputTokens: fc.nat(999),
  costMicros: fc.nat(999),
})

test('the sums of all cycles are the sum of all, the dearest first', () => {
  const cycleOfRun = new Map([
    ['r1', 'c1'],
    ['r2', 'c1'],
    ['r3', 'c2'],
    ['r4', 'c3'],
  ])
  fc.assert(
    fc.property(fc.array(used), (all: RunUse[]) => {
      const sums = sumsByCycle(all, cycleOfRun).map(([, sum]) => sum)
      for (const key of [
        'runs',
        'calls',
        'unpricedCalls',
        'estimatedCalls',
        'inputTokens',
        'outputTokens',
        'costMicros',
      ] as const)
        expect(sums.reduce((total, sum) => total + sum[key], 0)).toBe(sumOf(all)[key])
      expect(sums.map(({ costMicros }) => costMicros)).toEqual(
        sums.map(({ costMicros }) => costMicros).sort((one, other) => other - one),
      )
    }),
  )
})

test('a run of a cycle that is not known is in no sum of a cycle', () => {
  const one = {
    runId: 'r9',
    calls: 1,
    unpricedCalls: 0,
    estimatedCalls: 0,
    inputTokens: 2,
    outputTokens: 3,
    costMicros: 4,
  }
  expect(sumsByCycle([one], new Map())).toEqual([])
})
