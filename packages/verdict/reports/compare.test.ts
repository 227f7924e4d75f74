import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareReports, keyOf } from './compare.ts'
import type { TestOutcome, TestResult } from './report.ts'

const outcome = fc.constantFrom<TestOutcome>('passed', 'failed', 'skipped', 'todo')
const one = (name: string, of: TestOutcome, assertions?: number): TestResult => ({
  file: 'a',
  name,
  outcome: of,
  ...(assertions !== undefined && { assertions }),
})
const report = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), outcome), { selector: ([name]) => name })
  .map((pairs) => ({ tests: pairs.map(([name, of]) => one(name, of)) }))
const names = (tests: readonly TestResult[]) => tests.map(({ name }) => name)

test('a report compared with itself shows nothing', () => {
  fc.assert(
    fc.property(report, (same) => {
      const { failing, vanished, muted, thinner, added } = compareReports(same, same)
      expect([failing, vanished, muted, thinner, added].flat()).toEqual([])
    }),
  )
})

test('fewer tests pass exactly where some failed, vanished or were muted, less tests that were added or mended', () => {
  fc.assert(
    fc.property(report, report, (before, after) => {
      const { failing, vanished, muted, passed } = compareReports(before, after)
      const was = new Map(before.tests.map((test) => [test.name, test.outcome]))
      const worse = new Set([...names(failing), ...names(vanished), ...names(muted.map(({ test }) => test))])
      const lost = before.tests.filter(({ name, outcome: of }) => of === 'passed' && worse.has(name)).length
      const won = after.tests.filter(({ name, outcome: of }) => of === 'passed' && was.get(name) !== 'passed').length
      expect(passed.after).toBe(passed.before - lost + won)
    }),
  )
})

test('a test that fails on the base as well is no new failure, and a new test that fails is one', () => {
  const before = { tests: [one('old', 'failed'), one('good', 'passed')] }
  const after = { tests: [one('old', 'failed'), one('good', 'failed'), one('new', 'failed')] }
  expect(names(compareReports(before, after).failing)).toEqual(['good', 'new'])
})

test('flaky tests are compared no further', () => {
  const before = { tests: [one('a', 'passed'), one('b', 'passed')] }
  const after = { tests: [one('a', 'failed')] }
  const found = compareReports(before, after, new Set([keyOf({ file: 'a', name: 'a' })]))
  expect([names(found.failing), names(found.vanished)]).toEqual([[], ['b']])
})

test('fewer assertions are found if the runner counts them', () => {
  const before = { tests: [one('a', 'passed', 2), one('b', 'passed', 1), one('c', 'passed')] }
  const after = { tests: [one('a', 'passed', 1), one('b', 'passed', 3), one('c', 'passed', 0)] }
  expect(names(compareReports(before, after).thinner)).toEqual(['a'])
})

test('a test that moved to another file with its name is compared with itself', () => {
  const at = (file: string, name: string, of: TestOutcome = 'passed', assertions?: number): TestResult => ({
    ...one(name, of, assertions),
    file,
  })
  const before = {
    tests: [
      at('a.js', 'adds'),
      at('a.js', 'skips'),
      at('a.js', 'counts', 'passed', 2),
      at('b.js', 'adds'),
      at('', 'x'),
    ],
  }
  const after = {
    tests: [at('c.js', 'adds'), at('c.js', 'skips', 'skipped'), at('c.js', 'counts', 'passed', 1), at('c.js', 'x')],
  }
  const { moved, vanished, muted, thinner, added } = compareReports(before, after)
  expect(moved.map(({ from, to }) => `${from.file} ${from.name} > ${to.file}`)).toEqual([
    'a.js adds > c.js',
    'a.js skips > c.js',
    'a.js counts > c.js',
  ])
  // Two of one name are two tests: the second is gone.
  expect(vanished).toEqual([at('b.js', 'adds'), at('', 'x')])
  expect([names(muted.map(({ test: of }) => of)), names(thinner), names(added)]).toEqual([['skips'], ['counts'], ['x']])
  const python = (file: string, module: string) => ({ tests: [at(file, `pytest › ${module}.TestSum › adds`)] })
  expect(
    compareReports(python('tests/test_a.py', 'tests.test_a'), python('tests/test_b.py', 'tests.test_b')).moved,
  ).toHaveLength(1)
})
