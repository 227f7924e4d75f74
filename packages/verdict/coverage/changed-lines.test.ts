import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedLinesIn } from './added-lines.ts'
import { changedLines, type PlacedCoverage } from './changed-lines.ts'
import { readCoverage } from './read-coverage.ts'

const reported = (files: Readonly<Record<string, string>>, folder = ''): PlacedCoverage => ({
  coverage: readCoverage(
    'lcov',
    Object.entries(files)
      .map(([path, lines]) => `SF:${path}\n${lines}\nend_of_record\n`)
      .join(''),
    '/w',
  ),
  folder,
  isByPackage: false,
})
const isProgram = (path: string) => path.endsWith('.js')

test('lines of a change are covered, missed, or of no account', () => {
  const report = reported({ 'a.js': 'DA:1,1\nDA:2,0\nDA:3,0\nDA:5,0\nDA:6,2' })
  const added = new Map([
    ['a.js', [1, 2, 3, 4, 5]],
    ['new.js', [1]],
    ['README.md', [1, 2]],
    ['deleted-lines-only.js', []],
  ])
  expect(changedLines([report], added, isProgram)).toEqual({
    linesCovered: 1,
    linesTotal: 4,
    isCut: false,
    notMeasured: ['new.js'],
    missed: [{ path: 'a.js', lines: [[2, 3], [5, 5]] }], // prettier-ignore
  })
})

test('a report for a part of the repository names files from that part on, and no files of other parts', () => {
  const report = reported({ 'src/a.js': 'DA:1,1' }, 'packages/one/coverage')
  const of = (path: string) => changedLines([report], new Map([[path, [1]]]), isProgram)
  expect(of('packages/one/src/a.js')).toMatchObject({ linesCovered: 1, notMeasured: [] })
  expect(of('packages/two/src/a.js')).toMatchObject({ linesTotal: 0, notMeasured: ['packages/two/src/a.js'] })
  const byPackage = { ...reported({ 'com/shop/Cart.js': 'DA:1,1', 'Other.js': 'DA:1,1' }), isByPackage: true }
  const at = (path: string) => changedLines([byPackage], new Map([[path, [1]]]), isProgram).linesTotal
  expect([at('src/main/java/com/shop/Cart.js'), at('src/main/java/net/shop/Cart.js'), at('x/Other.js')]).toEqual([
    1, 0, 0,
  ])
})

// https://github.com/nedbat/coveragepy/issues/526
test.each([
  [['src'], 'src/pkg/x.py', 1],
  [['./src/'], 'app/src/pkg/x.py', 1],
  [['/w/one', '/w/two'], 'two/pkg/x.py', 1],
  [['lib', 'src'], 'app/src/pkg/x.py', 1],
  [['lib', 'src'], 'pkg/x.py', 0],
  [['.'], 'pkg/x.py', 1],
  [['/elsewhere'], 'pkg/x.py', 1],
])('files of a report with sources %j are found below them: %s', (sources, path, linesTotal) => {
  const classes = '<class filename="pkg/x.py"><line number="1" hits="1"/></class>'
  const named = sources.map((source) => `<source>${source}</source>`).join('')
  const text = `<coverage><sources>${named}</sources>${classes}</coverage>`
  const coverage = readCoverage('cobertura', text, '/w')
  const report = { coverage, folder: 'app', isByPackage: false }
  expect(changedLines([report], new Map([[path, [1]]]), () => true).linesTotal).toBe(linesTotal)
})

test('a file that two sources have is of neither', () => {
  const text = (other: string) =>
    '<coverage><sources><source>a</source><source>b</source></sources>' +
    `<class filename="z.py"><line number="1" hits="1"/></class><class filename="x.py"><line number="1" hits="1"/></class><class filename="${other}"><line number="1" hits="0"/></class></coverage>`
  const of = (other: string) =>
    changedLines(
      [{ coverage: readCoverage('cobertura', text(other), '/w'), folder: '', isByPackage: false }],
      new Map([['a/x.py', [1]]]),
      () => true,
    ).notMeasured
  expect([of('y.py'), of('x.py').length]).toEqual([[], 1])
})

test('a line counts as run if any report marks it as run', () => {
  const one = reported({ 'a.js': 'DA:1,0\nDA:2,0' })
  const other = reported({ 'a.js': 'DA:1,1' })
  expect(changedLines([one, other], new Map([['a.js', [1, 2]]]), isProgram)).toMatchObject({
    linesCovered: 1,
    linesTotal: 2,
    missed: [{ path: 'a.js', lines: [[2, 2]] }],
  })
})

test('the lists are bounded, and marked as cut', () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.js`, 'DA:1,0']))
  const added = new Map(Object.keys(files).map((path) => [path, [1]]))
  const found = changedLines([reported(files)], added, isProgram)
  expect([found.linesTotal, found.missed.length, found.isCut]).toEqual([60, 50, true])
})

test('finds the added lines of a real patch for any text and file name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'added-'))
  try {
    const git = (...argv: string[]) => execFileSync('git', ['-C', folder, ...argv], { encoding: 'utf8' })
    const odd = 'ä "quoted"\tname.js'
    git('init', '-q')
    writeFileSync(join(folder, 'a.js'), 'one\ntwo\nthree\nfour\n')
    writeFileSync(join(folder, odd), 'one')
    git('add', '.')
    writeFileSync(join(folder, 'a.js'), '++ b/evil.js\none\nthree\n@@ -1 +9 @@\ndiff --git a/x b/x\nfour')
    writeFileSync(join(folder, odd), 'two\nthree')
    const added = addedLinesIn(git('diff'))
    expect([...added]).toEqual([
      ['a.js', [1, 4, 5, 6]],
      [odd, [1, 2]],
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('no text produces more lines than it has', () => {
  const parts = fc.constantFrom(
    'diff --git a/a b/a',
    '+++ b/a',
    '+++ /dev/null',
    '@@ -1,2 +1,3 @@',
    '+x',
    '-x',
    ' x',
    '\\ No',
    '',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 30 }), (texts) => {
      const patch = texts.join('\n')
      const counts = [...addedLinesIn(patch).values()].map(({ length }) => length)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(patch.split('\n').length)
    }),
  )
})
