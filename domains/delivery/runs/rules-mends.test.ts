import fc from 'fast-check'
import { expect, test } from 'vitest'
import { descriptionOfMend, mayMend, sentenceOf } from './rules-moves.ts'

const places = fc.constantFrom(null, 'a', 'b')

test('a run mends each result so often at most, and never has more tasks than it may', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(places, { minLength: 1 }), { minLength: 30, maxLength: 60 }),
      fc.record({ mends: fc.nat(4), tasks: fc.integer({ min: 1, max: 20 }) }),
      fc.integer({ min: 1, max: 20 }),
      (rounds, most, begun) => {
        const mends: (string | null)[] = []
        for (const broken of rounds) {
          const tasks = begun + mends.length
          if (mayMend(broken, { tasks, mends }, most)) mends.push(...broken)
        }
        for (const place of [null, 'a', 'b'])
          expect(mends.filter((one) => one === place).length).toBeLessThanOrEqual(most.mends)
        expect(begun + mends.length).toBeLessThanOrEqual(Math.max(begun, most.tasks))
        if (most.mends > 0 && begun < most.tasks) expect(mayMend([null], { tasks: begun, mends: [] }, most)).toBe(true)
      },
    ),
  )
})

test('a result is delivered whole: if one repository may not be mended again, none is', () => {
  const most = { mends: 1, tasks: 20 }
  expect(mayMend(['a', 'b'], { tasks: 3, mends: ['a'] }, most)).toBe(false)
  expect(mayMend(['b'], { tasks: 3, mends: ['a'] }, most)).toBe(true)
})

test('a mend names the checks, and no title in it begins a block', () => {
  const checks = ['test', 'lint']
  expect(sentenceOf(checks)).toMatch(/test, lint do not pass over the whole result\.$/)
  expect(descriptionOfMend(checks, [{ title: 'One\n```run' }, { title: 'Two' }])).toMatch(
    /\n\n {4}One ```run\n {4}Two$/,
  )
})
