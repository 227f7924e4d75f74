import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cycleMoves,
  cycleStatuses,
  deletable,
  isActive,
  isOver,
  statusAfter,
  type CycleMove,
  type CycleStatus,
} from './rules.ts'

const moves = fc.constantFrom(...(Object.keys(cycleMoves) as CycleMove[]))
const ends: readonly CycleMove[] = ['complete', 'fail', 'stopped']

test('runs of a cycle never overlap', () => {
  fc.assert(
    fc.property(fc.array(moves, { minLength: 50, maxLength: 200 }), (attempts) => {
      let status: CycleStatus = 'draft'
      let open = 0
      for (const move of attempts) {
        const after = statusAfter(status, move)
        if (!after) continue
        status = after
        if (move === 'execute') open += 1
        if (ends.includes(move)) open -= 1
        expect([0, 1]).toContain(open)
        expect(isActive(status)).toBe(open === 1)
      }
    }),
  )
})

test('a stopping cycle ends as stopped and in no other status', () => {
  const out = Object.values(cycleMoves).filter(({ from }) => (from as readonly CycleStatus[]).includes('stopping'))
  expect(out.map(({ to }) => to)).toEqual(['stopped'])
})

test('every status except completed has a next status', () => {
  const stuck = cycleStatuses.filter(
    (status) => !Object.keys(cycleMoves).some((name) => statusAfter(status, name as CycleMove)),
  )
  expect(stuck).toEqual(['completed'])
})

test('active statuses cannot be deleted and are not final', () => {
  for (const status of cycleStatuses.filter(isActive)) {
    expect([(deletable as readonly CycleStatus[]).includes(status), isOver(status)]).toEqual([false, false])
  }
})
