import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  faultsOfOrder,
  isCostCapReached,
  labelFor,
  nextMove,
  reasons,
  type ProjectRunObstacle,
  type Situation,
} from './rules.ts'

const free: Situation = { alive: 0, next: 'a', begun: 0, cycleCap: null, isCostCapReached: false }

test('the next draft begins only while no cycle is at work and no cap is reached', () => {
  expect(nextMove(free)).toEqual({ kind: 'begin', cycleId: 'a' })
  expect(nextMove({ ...free, alive: 1 })).toEqual({ kind: 'wait', until: 'the cycle ends' })
  expect(nextMove({ ...free, next: undefined })).toEqual({ kind: 'wait', until: 'a cycle is proposed' })
  expect(nextMove({ ...free, cycleCap: 0 })).toEqual({ kind: 'park', obstacle: 'cycle_cap' })
  expect(nextMove({ ...free, isCostCapReached: true })).toEqual({ kind: 'park', obstacle: 'cost_cap' })
})

test('a run that is notified of every end begins at most cycleCap cycles, in order, and one at a time', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.option(fc.nat(8)), (drafts, cycleCap) => {
      const begun: string[] = []
      for (let pass = 0; pass < 30; pass += 1) {
        const next = begun.length < drafts ? String(begun.length) : undefined
        const move = nextMove({ alive: pass % 2, next, begun: begun.length, cycleCap, isCostCapReached: false })
        if (move.kind === 'begin') begun.push(move.cycleId)
        expect(pass % 2 === 1 && move.kind === 'begin').toBe(false)
      }
      const most = Math.min(drafts, cycleCap ?? drafts)
      expect(begun).toEqual(Array.from({ length: most }, (_, at) => String(at)))
    }),
  )
})

test('money is used up by spending and reserves, or once a shared cap refused the last cycle', () => {
  const money = { capMicros: 100, spentMicros: 60, reservedMicros: 39, lastFailure: undefined }
  expect(isCostCapReached(money)).toBe(false)
  expect(isCostCapReached({ ...money, reservedMicros: 40 })).toBe(true)
  expect(isCostCapReached({ ...money, capMicros: null, spentMicros: 1_000 })).toBe(false)
  expect(isCostCapReached({ ...money, lastFailure: 'workspace_cap_reached' })).toBe(true)
  expect(isCostCapReached({ ...money, lastFailure: 'cycle_cap_reached' })).toBe(false)
})

test('each obstacle has a sentence and a label that a resume may name', () => {
  const obstacles = Object.keys(reasons) as ProjectRunObstacle[]
  expect(obstacles.map((obstacle) => [obstacle, labelFor(obstacle)])).toEqual([
    ['cycle_cap', 'cap-raised'],
    ['cost_cap', 'cap-raised'],
    ...['notConnected', 'noAgent', 'noHarness', 'noModel'].map((obstacle) => [obstacle, 'look-again']),
  ])
})

test('an order names only drafts, and each of them once', () => {
  expect(faultsOfOrder(['a', 'b'], new Set(['a', 'b']))).toEqual([])
  expect(faultsOfOrder(['a', 'x', 'a'], new Set(['a'])).map(({ path, rule }) => [path, rule])).toEqual([
    ['next.1.cycleId', 'unknown'],
    ['next.2.cycleId', 'unique'],
  ])
})
