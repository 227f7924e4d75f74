import { expect, test } from 'vitest'
import { alikeFindings, linesOf } from './alike-findings.ts'

const at = (line: number, code = `value${line}`) => ({
  kind: 'hunk_not_shown',
  line,
  reason: `All tests pass without “${code}”.`,
})
const linesIn = (groups: ReturnType<typeof alikeFindings>) => groups.map((group) => group.map(({ line }) => line))

test('findings of a file that read the same are said together, after those that stand alone', () => {
  const other = { kind: 'guard_removed', line: 2, reason: 'A guard is gone.' }
  expect(linesIn(alikeFindings([at(1), other, at(3), at(4)]))).toEqual([[2], [1, 3, 4]])
  expect(linesIn(alikeFindings([at(1), at(2)]))).toEqual([[1], [2]])
})

test.each(['if (!full) return', 'throw new RangeError()', 'priceCents = 3', 'isOwner(person)', 'total += tax'])(
  '“%s” is read without a press',
  (code) => {
    expect(linesIn(alikeFindings([at(1), at(2), at(3), at(9, code)]))).toEqual([[9], [1, 2, 3]])
  },
)

test('a finding without a line, or of another kind, is never folded', () => {
  const { line: _, ...whole } = at(1)
  expect(alikeFindings([whole, whole, whole])).toHaveLength(3)
  const asked = ['a', 'b', 'c'].map((reason, line) => ({ kind: 'part_not_judged', line, reason }))
  expect(alikeFindings(asked)).toHaveLength(3)
  expect(alikeFindings(asked.map(({ reason, line }) => ({ reason, line })))).toHaveLength(3)
})

test('lines in a row are one range, and of many ranges the first are named', () => {
  expect(linesOf([at(3), at(1), at(2), at(2), at(9)])).toBe('1–3, 9')
  expect(linesOf(Array.from({ length: 9 }, (_, one) => at(2 * one)))).toBe('0, 2, 4, 6, 8, 10, …')
})
