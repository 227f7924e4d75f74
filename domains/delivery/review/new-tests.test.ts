import { expect, test } from 'vitest'
import type { TestOutcome } from '../../../execution/reports/index.ts'
import type { CheckReport, CheckRow } from '../tasks/index.ts'
import { newTestsOf } from './new-tests.ts'
import { verdictOn } from './verdict.ts'

type Tests = Readonly<Record<string, TestOutcome>>
const report = (tests: Tests): CheckReport => ({
  runner: 'node --test',
  tests: Object.entries(tests).map(([name, outcome]) => ({ file: 'a.test.js', name, outcome })),
})
const row = (phase: CheckRow['phase'], outcome: CheckRow['outcome'], tests?: Tests) => ({
  name: 'test',
  phase,
  outcome,
  report: tests ? report(tests) : null,
})
const base = row('base', 'passed', { old: 'passed' })
const task = row('task', 'passed', { old: 'passed', fresh: 'passed' })
const reproduced = { check: 'test', file: 'a.test.js', name: 'fresh' }

test('a new test that fails on the base, or is not even loaded there, reproduces what the change mends', () => {
  const loaded: readonly Tests[] = [{ old: 'passed', fresh: 'failed' }, { '(the file itself)': 'failed' }]
  for (const tests of loaded)
    expect(newTestsOf(base, task, row('new_tests', 'failed', tests))).toEqual({
      reproduced: [reproduced],
      notes: [],
      proveNothing: false,
    })
})

test('an old test that the change rewrites reproduces as well', () => {
  const found = newTestsOf(
    base,
    row('task', 'passed', { old: 'passed' }),
    row('new_tests', 'failed', { old: 'failed' }),
  )
  expect(found).toMatchObject({ reproduced: [{ name: 'old' }], proveNothing: false })
})

test('a new test that passes on the base is a note, and proves nothing where no other fails there', () => {
  const found = newTestsOf(base, task, row('new_tests', 'passed', { old: 'passed', fresh: 'passed' }))
  expect(found).toMatchObject({
    reproduced: [],
    proveNothing: true,
    notes: [{ level: 'note', path: 'a.test.js', reason: expect.stringContaining('“fresh”') }],
  })
  const two = row('task', 'passed', { old: 'passed', fresh: 'passed', good: 'passed' })
  const laid = row('new_tests', 'failed', { old: 'passed', fresh: 'passed', good: 'failed' })
  expect(newTestsOf(base, two, laid)).toMatchObject({
    proveNothing: false,
    notes: [{}],
    reproduced: [{ name: 'good' }],
  })
})

test('without reports the exit code says it for all of them, where the base passes', () => {
  const plain = row('base', 'passed')
  const passed = row('task', 'passed')
  expect(newTestsOf(plain, passed, row('new_tests', 'failed')).reproduced).toEqual([{ check: 'test' }])
  expect(newTestsOf(plain, passed, row('new_tests', 'passed')).proveNothing).toBe(true)
  const none = { reproduced: [], notes: [], proveNothing: false }
  expect(newTestsOf(row('base', 'failed'), passed, row('new_tests', 'failed'))).toEqual(none)
  expect(newTestsOf(plain, passed, row('new_tests', 'could_not_run'))).toEqual(none)
  expect(newTestsOf(plain, passed, undefined)).toEqual(none)
})

test('a change whose new tests pass without it is checked, and says so for a fix', () => {
  const idle = row('new_tests', 'passed', { old: 'passed', fresh: 'passed' })
  const on = (laid: typeof idle, request: string) => verdictOn([base, task, laid], [], [], request)
  const asked = on(idle, 'Fix the crash on empty input.')
  expect([asked.verdict.outcome, asked.doubts.map(({ code }) => code)]).toEqual(['checked', ['checked']])
  expect(asked.verdict.reasons.join(' ')).toMatch(
    /asks for a fix, and each of its new tests passes without the change as well/,
  )
  expect(on(idle, 'Rename a variable.').verdict).toMatchObject({
    outcome: 'checked',
    findings: [{ level: 'note' }],
  })
  expect(on(row('new_tests', 'failed', { old: 'passed', fresh: 'failed' }), 'Fix the crash.').verdict).toMatchObject({
    outcome: 'proved',
    provedBy: ['test'],
    reproduced: [reproduced],
  })
})
