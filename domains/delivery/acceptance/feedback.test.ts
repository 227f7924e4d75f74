import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedbackOf, goesBackOnce, heldBackOf, isPlainName } from './feedback.ts'

const roman = `describe('Roman numbers', () => {
  test('writes a year', () => assert.equal(romanOf(1994), 'MCMXC'))
  test('answers MCMXC', () => assert.equal(romanOf(1994), 'MCMXC'))
  test('says the basket is empty', () => assert.equal(say([]), 'the basket is empty'))
})
`

test.each([
  ['Roman numbers > writes a year', true],
  ['writes a year', true],
  ['writes 1994', false],
  ['writes ١٩٩٤', false],
  ['answers MCMXC', false],
  ['says the basket is empty', false],
  ['Says The Basket Is Empty', false],
])('an agent may read the name “%s”: %s', (name, isTold) => {
  expect(isPlainName(name, [{ path: 'roman.test.js', content: roman }])).toBe(isTold)
})

test('an agent may read a name of Python without values', () => {
  const file = { path: 'test_a.py', content: 'def test_vat():\n    assert code("DE") == "nineteen"\n' }
  expect(isPlainName('test_vat', [file])).toBe(true)
  expect(isPlainName('test_nineteen', [file])).toBe(false)
  // A short value counts only as a word of its own.
  expect(isPlainName('test_order', [file])).toBe(true)
  expect(isPlainName('code of DE', [file])).toBe(false)
})

const failing = (message: string, told?: 'name' | 'number') => ({
  file: 'a.test.js',
  name: 'writes a year',
  outcome: 'failed' as const,
  message,
  ...(told && { told }),
})
const passed = { file: 'a.test.js', name: 'other', outcome: 'passed' as const }

test('an agent reads the number of a failing test and a fixed sentence, and no word about a test that is held back', () => {
  const tests = [
    passed,
    failing("'MCMXC' !== undefined", 'name'),
    failing('TypeError: romanOf is not a function', 'number'),
  ]
  expect(feedbackOf({ tests: [...tests, failing('1 !== 2')] })).toEqual([
    'Acceptance test 2 of 4 fails over the change: “writes a year”. It expects another value. Read the request again; the test is not shown.',
    'Acceptance test 3 of 4 fails over the change. It ends in an error before it compares a value. Read the request again; the test is not shown.',
  ])
  expect(feedbackOf({ tests: [failing('test timed out after 5000ms', 'number')] })).toEqual([
    expect.stringContaining('does not end in time'),
  ])
})

test('the output of a runner never changes the sentences', () => {
  const of = (message: string) => feedbackOf({ tests: [failing(message, 'number')] }).join()
  const all = new Set(['1 !== 2', 'TypeError', 'timed out'].map(of))
  fc.assert(fc.property(fc.string(), (message) => all.has(of(message))))
})

test('one of three tests or more is held back in any order, and fewer go back once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 9 }), (keys) => {
      const held = heldBackOf(keys)
      const turned = keys.toReversed()
      expect(held === undefined).toBe(keys.length < 3)
      if (held !== undefined) expect(turned[heldBackOf(turned)!]).toBe(keys[held])
    }),
  )
  expect([2, 3].map((count) => goesBackOnce({ tests: Array(count).fill(passed) }))).toEqual([true, false])
})
