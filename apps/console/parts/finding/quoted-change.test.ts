import { expect, test } from 'vitest'
import { quotedChange, shortened } from './quoted-change.ts'

test('the lines of a finding are found in its sentence', () => {
  expect(quotedChange('hunk_not_shown', 'All tests pass with “a + b” in the place of “a - b”.')).toEqual({
    was: 'a + b',
    is: 'a - b',
    said: 'change',
  })
  expect(quotedChange('hunk_not_shown', 'All tests pass with “if (!full) return” still there.')).toEqual({
    was: 'if (!full) return',
    is: undefined,
    said: 'change',
  })
  expect(quotedChange('hunk_not_tried', 'Not tried in time: the change without “return 1”.')).toEqual({
    was: undefined,
    is: 'return 1',
    said: 'untried',
  })
  expect(quotedChange('part_not_judged', 'Only the change’s own tests fail without “send()”.')).toMatchObject({
    is: 'send()',
    said: 'own',
  })
  expect(
    quotedChange('part_not_judged', 'No test judges what TERMS.md says without “Support is free.”.'),
  ).toMatchObject({
    is: 'Support is free.',
    said: 'words',
  })
})

test('a piece that is quoted with its line is shown as that line before and after', () => {
  expect(
    quotedChange('hunk_not_shown', 'All tests pass with “was” in the place of “is” in “const a = is(1)”.'),
  ).toEqual({
    was: 'const a = was(1)',
    is: 'const a = is(1)',
    said: 'change',
  })
  expect(quotedChange('hunk_not_shown', 'All tests pass without “ && $&” in “if (a && $&) b()”.')).toMatchObject({
    was: 'if (a…) b()',
    is: 'if (a && $&) b()',
  })
  expect(quotedChange('hunk_not_shown', 'All tests pass without “isOpen” in “if (a && isO…”.')).toMatchObject({
    was: undefined,
    is: 'isOpen',
  })
})

test.each([
  ['hunk_not_tried', 'Not tried in time: the change where “items.every(isOpen)” asks for all items.'],
  ['test_skipped', 'All tests pass without “a”.'],
  ['part_not_judged', 'The program cannot be read without “a”.'],
  [undefined, 'All tests pass without “a”.'],
])('a finding of the kind %s without such lines stays a sentence', (kind, reason) => {
  expect(quotedChange(kind, reason)).toBeUndefined()
})

test('two long lines lose the middle and the end of their common text', () => {
  const was = 'export const priceCents = ({ area, reduced = false }) => Math.round(centsOf[area])'
  const is = 'export const priceCents = ({ area, reduced = false }) => Math.floor(centsOf[area])'
  expect([shortened(was, is), shortened(is, was)]).toEqual([
    'export const priceCents … reduced = false }) => Math.round(centsOf[area])',
    'export const priceCents … reduced = false }) => Math.floor(centsOf[area])',
  ])
  const call = (name: string) => `${name}(one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve)`
  expect(shortened(call('sum'), call('max'))).toBe('sum(one, two, three, four,  …')
  const word = 'w'.repeat(60)
  // Nothing is between the first words and those before the difference.
  expect(shortened(`return ${word} + 1`, `return ${word} - 1`)).toBe(`return ${word} + 1`)
  expect(shortened('a + b', 'a - b')).toBe('a + b')
})
