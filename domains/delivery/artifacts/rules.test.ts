import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batches, choose, isName, limits, sentenceOf } from './rules.ts'

test('a name is relative, on one line and the same for everybody', () => {
  for (const name of ['a', 'a/b.html', '.coverage', 'Übersicht 1.png', 'a...b', '日本/図.svg'])
    expect(isName(name)).toBe(true)
  for (const name of [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    './a',
    'a/.',
    'a\\b',
    ' ',
    'a/ /b',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\u0007',
    'a\u202eb',
    'a\u200bb',
    'a\u2028b',
    '\ud800',
    '\ufffd',
    'a'.repeat(301),
  ])
    expect([name, isName(name)]).toEqual([name, false])
})

const file = fc.record({
  path: fc.string({ minLength: 1, maxLength: 20 }),
  sizeBytes: fc.oneof(fc.nat(1_000), fc.nat(2 * limits.fileBytes)),
})
const room = fc.record({
  files: fc.integer({ min: -5, max: 20 }),
  bytes: fc.integer({ min: -5, max: 3 * limits.fileBytes }),
})

test('for any files, no more is taken than there is room for, and every other file has its reason', () =>
  fc.assert(
    fc.property(fc.array(file, { maxLength: 40 }), room, (found, left) => {
      const { taken, refused } = choose(found, left)
      expect(taken.length + refused.length).toBe(found.length)
      expect(taken.length).toBeLessThanOrEqual(Math.max(0, left.files))
      const bytes = taken.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      expect(bytes).toBeLessThanOrEqual(Math.max(0, left.bytes))
      expect(taken.every(({ path, sizeBytes }) => isName(path) && sizeBytes <= limits.fileBytes)).toBe(true)
      const groups = batches(taken)
      expect(groups.flat()).toEqual(taken)
      for (const group of groups)
        expect(group.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(limits.fileBytes)
    }),
  ))

test('a check reports which files are kept, and why the rest is not', () => {
  const print = (path: string) => path.replace('key', '[secret]')
  const refused = Array.from({ length: 7 }, (_, at) => ({ path: `key-${at}`, reason: 'size' as const }))
  expect(sentenceOf(1, [], { more: false, print })).toBe('Artifacts: 1 file is kept.')
  expect(sentenceOf(0, refused, { more: true, print }).split('\n')).toEqual([
    'Artifacts: 0 files are kept.',
    'Not kept:',
    ...[0, 1, 2, 3, 4].map((at) => `  [secret]-${at}: more than 16 MiB`),
    '  and 2 more',
    'There are more files than were looked at.',
  ])
  const odd = sentenceOf(0, [{ path: 'a\nb: fine', reason: 'name' }], { more: false, print: (path) => path })
  expect(odd.split('\n')).toHaveLength(3)
})
