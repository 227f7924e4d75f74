import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DiffLine } from '../review/parse-patch.ts'
import type { ReviewFile } from '../review/review-files.ts'
import { hunksMost, keyHunks, linesMost } from './key-hunks.ts'

const heading: DiffLine = { kind: 'hunk', text: '@@ -1,2 +1,3 @@' }
const added = (count: number): DiffLine[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'add', text: `new ${at}`, after: at + 1 }))
const same = (count: number): DiffLine[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'same', text: `old ${at}`, before: at + 1, after: at + 1 }))

const fileOf = (name: string, ...hunks: readonly DiffLine[][]): ReviewFile => ({
  path: name,
  name,
  kind: 'modified',
  additions: 1,
  deletions: 0,
  isBinary: false,
  lines: hunks.flatMap((lines) => [heading, ...lines]),
})
const namesOf = (files: readonly ReviewFile[]) => keyHunks(files).map(({ file }) => file.name)

test('product code comes before tests, tests before lock files, and the largest hunk of them first', () => {
  expect(
    namesOf([
      fileOf('package-lock.json', added(90)),
      fileOf('src/cart.test.ts', added(40)),
      fileOf('src/cart.ts', added(2), added(9)),
    ]),
  ).toEqual(['src/cart.ts', 'src/cart.ts', 'src/cart.test.ts'])
  expect(keyHunks([fileOf('src/cart.ts', added(2), added(9))]).map(({ lines }) => lines.length)).toEqual([9, 2])
})

test('a long hunk begins shortly before its first change and counts the lines that are not shown', () => {
  const [hunk] = keyHunks([fileOf('src/cart.ts', [...same(30), ...added(40)])])
  expect(hunk!.lines.slice(0, 4).map(({ text }) => text)).toEqual(['old 27', 'old 28', 'old 29', 'new 0'])
  expect([hunk!.lines.length, hunk!.hiddenLines]).toEqual([linesMost, 46])
})

test('files without lines, and hunks without a change, are left out', () => {
  const { lines: _, ...unread } = fileOf('src/long.ts', added(1))
  expect(keyHunks([unread, fileOf('src/renamed.ts', same(3))])).toEqual([])
})

test('the files of a project without a repository are shown from their beginning', () => {
  const { kind: _, ...archived } = { ...fileOf('index.html'), lines: same(30) }
  expect(keyHunks([archived])).toMatchObject([{ lines: same(linesMost), hiddenLines: 30 - linesMost }])
})

test('at most three hunks of 24 lines of any change are shown, each with a change in it', () => {
  const lines = fc.array(
    fc.record({ kind: fc.constantFrom<DiffLine['kind']>('add', 'del', 'same', 'hunk'), text: fc.string() }),
    { maxLength: 120 },
  )
  const names = fc.constantFrom('src/a.ts', 'a.test.ts', 'yarn.lock', 'README.md')
  fc.assert(
    fc.property(fc.array(fc.tuple(names, lines), { maxLength: 8 }), (files) => {
      const hunks = keyHunks(files.map(([name, changed]) => ({ ...fileOf(name), lines: changed })))
      expect(hunks.length).toBeLessThanOrEqual(hunksMost)
      for (const hunk of hunks) {
        expect(hunk.lines.length).toBeLessThanOrEqual(linesMost)
        expect(hunk.lines.some(({ kind }) => kind === 'add' || kind === 'del')).toBe(true)
        expect(hunk.hiddenLines).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
