import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentOf } from './intent.ts'
import { judgeInputs } from './judge.ts'
import { isSameValue } from './same-value.ts'

const nonce = 'k3x9q7'
const subject = {
  command: 'node --test',
  runner: 'node --test',
  nonce,
  changed: [],
  tests: [{ path: 'a.test.js', text: 'one\ntwo\nthree\nfour\nfive\nsix' }],
}
const record = (line: number, value: string, variant = 1) =>
  JSON.stringify({ probe: nonce, file: 0, variant, line, column: 2, call: `f(${line})`, at: 0, value })
const linesOf = (...values: readonly string[]) => values.map((value, at) => record(at + 1, value)).join('\n')
const judge = (base: readonly (string | undefined)[], change: string | undefined, request = 'Refactor f') => {
  const judged = judgeInputs({ subject, base, change, request })
  return 'notProbed' in judged ? 'not probed' : judged.map(({ line }) => line)
}

test('a steady value that differs is found, one that varies on the base or was not reached in time is not', () => {
  const first = linesOf('1', '2', '3', '4', '5')
  const second = linesOf('1', '2', '3', '4', '6')
  expect(judge([first, second], linesOf('1', '9', '3', '4', '7'))).toEqual([2])
  const cut = linesOf('1', '2', '3', '4')
  expect(judge([first, first], cut)).toEqual([])
  expect(judge([first, first], `${cut}\nreport ${nonce}\n`)).toEqual([5])
  expect(judge([first, first], linesOf('1', '9', '3', '4', '5'), 'Add a parameter to f')).toEqual([])
})

test('a test file a quarter of whose places vary is left out', () => {
  expect(judge([linesOf('1', '2', '3', '4'), linesOf('1', '2', '3', '5')], linesOf('8', '2', '3', '4'))).toEqual([])
})

test('results that are missing, foreign, too large or of another shape are not probed', () => {
  const good = linesOf('1', '2')
  const foreign = good.replaceAll(nonce, 'other')
  const odd = [{ file: 3 }, { variant: 9 }, { line: 99 }, { line: -1 }, { value: 1 }, { at: 'x' }].map((part) =>
    JSON.stringify({ probe: nonce, file: 0, variant: 1, line: 1, column: 0, call: '', at: 0, value: '', ...part }),
  )
  for (const bad of [undefined, '', 'x', '{', foreign, odd.join('\n'), good + ' '.repeat(9 * 2 ** 20)]) {
    expect(judge([good, good], bad)).toBe('not probed')
    expect(judge([good, bad], good)).toBe('not probed')
  }
})

test('a fix that changes only the inputs of the tests is found, and one that changes others is not', () => {
  const before = [record(1, '2', 0), record(1, '3')].join('\n')
  expect(judge([before, before], [record(1, '5', 0), record(1, '3')].join('\n'), 'Fix f')).toEqual([1])
  expect(judge([before, before], [record(1, '5', 0), record(1, '6')].join('\n'), 'Fix f')).toEqual([])
  expect(judge([before, before], before, 'Fix f')).toEqual([])
  const same = [record(1, '2', 0), record(1, '2')].join('\n')
  const fixed = [record(1, '5', 0), record(1, '5')].join('\n')
  expect(judge([same, same], fixed, 'Fix f')).toEqual([])
})

test('values are the same for each rounding of a fraction, and never for two whole numbers', () => {
  expect(isSameValue('{"a": 0.30000000000000004}', '{"a": 0.3}')).toBe(true)
  expect(isSameValue('[1, 2] 2', '[2, 1] 2')).toBe(false)
  expect(isSameValue('NaN', '0')).toBe(false)
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (one, other) => {
      expect(isSameValue(String(one), String(other))).toBe(one === other)
    }),
  )
})

test.each([
  ['Make sum faster', 'same behaviour'],
  ['Refactor sum without changing its behaviour, and add tests', 'same behaviour'],
  ['Rename add to plus', 'same behaviour'],
  ['Update dependencies', 'same behaviour'],
  ['Clean up the parser. The results must stay the same.', 'same behaviour'],
  ['Fix the rounding of totals', 'fix'],
  ['Fix the crash for empty lists and add tests', 'fix'],
  ['Refactor sum and add support for decimals', 'other'],
  ['Add a function mean', 'other'],
  ['Change the label to write the count first', 'other'],
])('“%s” asks for: %s', (request, intent) => expect(intentOf(request)).toBe(intent))
