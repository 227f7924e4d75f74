import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeInputs } from './judge.ts'
import { isSameValue } from '../runs/records.ts'

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
const judge = (base: readonly (string | undefined)[], change: string | undefined) => {
  const ended = change === undefined ? undefined : `${change}\nreport ${nonce}\n`
  const judged = judgeInputs({ subject, base, change: ended })
  return 'notProbed' in judged ? 'not probed' : judged.map(({ line }) => line)
}

test('a place that varies on the base, and a test file a quarter of whose places vary, are left out', () => {
  const of = (own: string, third: string, altered: string) =>
    [
      record(1, own, 0),
      record(2, '1', 0),
      record(3, third, 0),
      record(4, '1', 0),
      record(5, '1', 0),
      record(1, altered),
    ].join('\n')
  const fixed = of('5', '1', '3')
  expect(judge([of('2', '1', '3'), of('2', '9', '3')], fixed)).toEqual([1])
  expect(judge([of('2', '1', '3'), of('4', '1', '3')], fixed)).toEqual([])
  const two = (value: string, other: string) => [record(1, value, 0), record(2, other, 0), record(1, '3')].join('\n')
  expect(judge([two('2', '1'), two('2', '9')], two('5', '1'))).toEqual([])
})

test('a recording of the change that was cut off clears nothing: a person is asked', () => {
  const good = [record(1, '2', 0), record(1, '3')].join('\n')
  expect(judge([good, good], good)).toEqual([])
  expect(judgeInputs({ subject, base: [good, good], change: good })).toMatchObject([
    { kind: 'part_not_judged', level: 'ask', reason: expect.stringContaining('did not come to their end') },
  ])
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

test('a fix that changes only the inputs of the tests is found, and a fix that changes other values is not', () => {
  const before = [record(1, '2', 0), record(1, '3')].join('\n')
  expect(judge([before, before], [record(1, '5', 0), record(1, '3')].join('\n'))).toEqual([1])
  expect(judge([before, before], [record(1, '5', 0), record(1, '6')].join('\n'))).toEqual([])
  expect(judge([before, before], before)).toEqual([])
  const same = [record(1, '2', 0), record(1, '2')].join('\n')
  const fixed = [record(1, '5', 0), record(1, '5')].join('\n')
  expect(judge([same, same], fixed)).toEqual([])
})

test('the values of the test count again if each literal of the call differs', () => {
  const of = (call: string, value: string, variant: number) =>
    JSON.stringify({ probe: nonce, file: 0, variant, line: 1, column: 2, call, at: 0, value })
  const judged = (own: string, altered: string) => {
    const side = (value: string) => [of(own, value, 0), of(altered, value, 1), of(own, 'True', 2)].join('\n')
    const withThird = (value: string) => `${side(value)}\n${of(own, 'None', 3)}`
    return judge([withThird('True'), withThird('True')], withThird('False'))
  }
  expect(judged('is_leap(1900)', 'is_leap(3800)')).toEqual([])
  expect(judged('is_leap(1900)', 'is_leap(-1900)')).toEqual([])
  expect(judged("f(1900, 'a')", "f(3800, 'a')")).toEqual([1])
  expect(judged('f(year)', 'f(other)')).toEqual([1])
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
