import { expect, test } from 'vitest'
import { type FileFinding, type ReviewFile, inReadingOrder, sharedFindings } from './review-files.ts'

const found = (path: string, text: string, more: Partial<FileFinding> = {}): FileFinding => ({
  path,
  kind: 'hunk_not_shown',
  line: 1,
  reason: `All tests pass without “${text}”.`,
  isOfModel: false,
  ...more,
})
const times = (count: number) => Array.from({ length: count }, (_, at) => at)

test('a sentence about five files or more is said once, whatever lines it quotes', () => {
  const many = times(5).map((at) => found(`${at}.js`, `line ${at}`))
  const again = found('0.js', 'another line')
  const other = found('9.js', 'x', { kind: 'test_skipped', reason: '9.js:3 skips a test.' })
  const { shared, own } = sharedFindings([...many, other, again])
  expect(shared).toEqual([{ found: many[0], places: [...many, again], files: 5 }])
  expect(own).toEqual([other])
})

test('a sentence about four files stays at its lines', () => {
  const few = [...times(4).map((at) => found(`${at}.js`, `line ${at}`)), found('0.js', 'y')]
  expect(sharedFindings(few)).toEqual({ shared: [], own: few })
})

test('files of a long change that ask a person come first; a short change keeps its order', () => {
  const files = times(9).map((at): ReviewFile => ({
    path: `${at}.js`,
    name: `${at}.js`,
    additions: 1,
    deletions: 0,
    isBinary: false,
  }))
  const own = [found('7.js', 'x', { asks: true }), found('8.js', 'x', { asks: false })]
  expect(
    inReadingOrder(files, own)
      .map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(['7.js', '0.js'])
  expect(inReadingOrder(files.slice(1), own)).toEqual(files.slice(1))
})
