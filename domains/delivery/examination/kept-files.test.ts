import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Examination } from '../tasks/contract/verdict.ts'
import { filesToKeep, freePath } from './kept-files.ts'
import { withMark } from './run-tests.ts'

const written = ['sum.test.js', 'test/test_total.py', 'total_test.go'].map((path) => ({ path, content: `# ${path}` }))
const marked = withMark('a key', written)
const ofFile = (at: number, outcome: Examination['tests'][number]['outcome']) => ({
  file: marked[at]!.path,
  name: `test of ${at}`,
  outcome,
})
const examined = (tests: Examination['tests'], files = written): Examination => ({
  outcome: 'ran',
  tests,
  files,
  durationMs: 1,
  costMicros: 0,
})
const kept = (...given: Parameters<typeof examined>) => filesToKeep(examined(...given)).map(({ path }) => path)

test('files are kept whose tests all pass, by the names under which they ran', () => {
  const tests = [ofFile(0, 'shows_change'), ofFile(1, 'passed'), ofFile(1, 'not_counted'), ofFile(2, 'passed')]
  expect(kept(tests)).toEqual(['sum.test.js', 'total_test.go'])
  expect(kept([ofFile(1, 'shows_change')])).toEqual(['test/test_total.py'])
})

test('no file is kept beside a failing test of an unknown file, and the only file has every test', () => {
  const stray = { file: '', name: 'somewhere', outcome: 'contradicts' } as const
  expect(kept([ofFile(0, 'shows_change'), stray])).toEqual([])
  expect(kept([{ ...stray, outcome: 'passed' }], written.slice(0, 1))).toEqual(['sum.test.js'])
  expect(kept([{ ...stray, outcome: 'passed' }, stray], written.slice(0, 1))).toEqual([])
})

test('nothing is kept of an examination that did not run', () => {
  expect(filesToKeep({ ...examined([ofFile(0, 'passed')]), outcome: 'not_examined' })).toEqual([])
  expect(filesToKeep(undefined)).toEqual([])
})

test.each([
  ['test/total.test.js', 'test/total-request.test.js'],
  ['total_test.go', 'total_request_test.go'],
  ['test_total.py', 'test_total_request.py'],
  ['test/total.js', 'test/total-request.js'],
])('%s goes beside a file of that name as %s', (path, beside) => {
  expect(freePath(path, new Set())).toBe(path)
  expect(freePath(path, new Set([path.toLowerCase()]))).toBe(beside)
})

test('a kept file never has the name of another, in any case of letters', () => {
  const paths = fc.uniqueArray(fc.constantFrom('a.test.js', 'A.test.js', 'a-request.test.js', 'A-REQUEST2.test.js'))
  fc.assert(
    fc.property(paths, (taken) => {
      const names = new Set(taken.map((path) => path.toLowerCase()))
      expect(names.has(freePath('A.test.js', names)!.toLowerCase())).toBe(false)
    }),
  )
  const all = new Set(['a.test.js', ...Array.from({ length: 9 }, (_, at) => `a-request${at || ''}.test.js`)])
  expect(freePath('a.test.js', all)).toBe('a-request9.test.js')
  expect(freePath('a.test.js', all.add('a-request9.test.js').add('a-request1.test.js'))).toBeUndefined()
})
