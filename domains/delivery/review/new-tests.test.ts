import { expect, test } from 'vitest'
import type { TestOutcome } from '../../../packages/verdict/index.ts'
import type { CheckReport, CheckRow } from '../checks/index.ts'
import { newTestsOf } from './new-tests.ts'
import { policyFor } from './policy-for.ts'
import { verdictOn } from './verdict.ts'

const asking = { shown: 'ask', checked: 'ask', unverified: 'ask', weakened: 'ask' } as const
const merging = { ...asking, shown: 'merge' } as const

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
const reproduced = { check: 'test', file: 'a.test.js', name: 'fresh', by: 'change' }

test('a new test that fails on the base, or is not even loaded there, reproduces the mended fault', () => {
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

test('a new test that passes on the base is a note, and proves nothing if no other fails there', () => {
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

test('without reports the exit code counts for all of them, if the base passes', () => {
  const plain = row('base', 'passed')
  const passed = row('task', 'passed')
  expect(newTestsOf(plain, passed, row('new_tests', 'failed')).reproduced).toEqual([{ check: 'test', by: 'change' }])
  expect(newTestsOf(plain, passed, row('new_tests', 'passed')).proveNothing).toBe(true)
  const none = { reproduced: [], notes: [], proveNothing: false }
  expect(newTestsOf(row('base', 'failed'), passed, row('new_tests', 'failed'))).toEqual(none)
  expect(newTestsOf(plain, passed, row('new_tests', 'could_not_run'))).toEqual(none)
  expect(newTestsOf(plain, passed, undefined)).toEqual(none)
})

test('a change whose new tests pass without it is checked, and reports it', () => {
  const idle = row('new_tests', 'passed', { old: 'passed', fresh: 'passed' })
  const on = (laid: typeof idle) => verdictOn([base, task, laid], [])
  const asked = on(idle)
  expect([asked.verdict.outcome, asked.doubts.map(({ code }) => code)]).toEqual(['checked', ['checked']])
  expect(asked.verdict.reasons.join(' ')).toMatch(/each of its new tests passes without the change as well/)
  expect(asked.verdict.findings).toMatchObject([{ level: 'note' }])
  expect(on(row('new_tests', 'failed', { old: 'passed', fresh: 'failed' })).verdict).toMatchObject({
    outcome: 'shown',
    provedBy: [],
    reproduced: [reproduced],
  })
})

const accepted = (...tests: readonly { outcome: 'proves' | 'passed' | 'failed'; message?: string }[]) => ({
  outcome: 'ran' as const,
  check: 'test',
  whole: true,
  files: [],
  durationMs: 1,
  tests: tests.map((one, at) => ({ file: 'total.test.js', name: `total ${at}`, ...one })),
})

test('acceptance tests prove a change if none of them fails, and a failing test asks under every policy', () => {
  const rows = [row('base', 'passed', { old: 'passed' }), row('task', 'passed', { old: 'passed' })]
  const on = (acceptance: NonNullable<Parameters<typeof verdictOn>[2]>['acceptance']) =>
    verdictOn(rows, [], { acceptance })
  const proved = on(accepted({ outcome: 'proves' }, { outcome: 'passed' }))
  expect(proved.verdict).toMatchObject({
    outcome: 'proved',
    reproduced: [{ check: 'test', file: 'total.test.js', name: 'total 0', by: 'acceptance' }],
  })
  expect(on(accepted({ outcome: 'passed' })).verdict.outcome).toBe('checked')
  const failing = accepted({ outcome: 'proves' }, { outcome: 'failed', message: '3 !== 4' })
  const all = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge' } as const
  expect([on(failing).verdict.outcome, on(failing).doubts[0], policyFor(on(failing), all)]).toEqual([
    'unverified',
    { code: 'acceptance', message: 'An acceptance test fails over the change: “total 1”. 3 !== 4' },
    'ask',
  ])
  // Other tasks of the run may still bring the tested code.
  expect(on({ ...failing, whole: false }).verdict.outcome).toBe('checked')
  const none = { ...accepted(), outcome: 'not_run' as const, reason: 'A file is in the way.' }
  expect([on(none).doubts[0]?.message, policyFor(on(none), all)]).toEqual([
    'The acceptance tests of the cycle did not run over the change. A file is in the way.',
    'ask',
  ])
})

test('tests of the examiner prove a change if none of them fails', () => {
  const rows = [row('base', 'passed', { old: 'passed' }), row('task', 'passed', { old: 'passed' })]
  type Outcome = 'shows_change' | 'passed' | 'contradicts' | 'not_counted'
  const on = (...outcomes: readonly Outcome[]) => {
    const tests = outcomes.map((outcome, at) => ({
      file: `test/p${'0'.repeat(16)}.test.js`,
      name: `one ${at}`,
      outcome,
    }))
    const files = [{ path: 'test/one.test.js', content: '' }]
    const examination = { outcome: 'ran' as const, check: 'test', tests, files, durationMs: 1, costMicros: 2 }
    return verdictOn(rows, [], { examination }).verdict
  }
  expect(on('passed', 'shows_change')).toMatchObject({
    outcome: 'proved',
    reproduced: [{ check: 'test', file: 'test/one.test.js', name: 'one 1', by: 'examiner' }],
  })
  const others = [on('passed'), on('shows_change', 'contradicts'), on('shows_change', 'not_counted')]
  expect(others.map(({ outcome }) => outcome)).toEqual(['checked', 'checked', 'checked'])
})

test('a change is proved by a test that its author could not write, and shown by the tests that came with it', () => {
  const message = 'Only its own tests cover it.'
  const healed = [
    row('base', 'failed', { a: 'failed', b: 'passed' }),
    row('task', 'passed', { a: 'passed', b: 'passed' }),
  ]
  const earlier = { isEarlier: ({ file }: { file: string }) => file === 'a.test.js', areTouched: false }
  const proof = { check: 'test', file: 'a.test.js', name: 'a', by: 'base' } as const
  const proved = { approved: true, outcome: 'proved', provedBy: ['test'], reasons: [] }
  expect(verdictOn(healed, [], { earlier })).toEqual({
    verdict: { ...proved, reproduced: [proof] },
    doubts: [],
    onlyProse: false,
  })
  const shown = { approved: false, outcome: 'shown', provedBy: [], reasons: [message] }
  expect(verdictOn(healed, [], { parts: [] })).toEqual({
    verdict: { ...shown, account: expect.any(Object), reproduced: [{ ...proof, by: 'change' }] },
    doubts: [{ code: 'shown', message }],
    onlyProse: false,
  })
  // Touched tests have to pass as the base has them; if that was not checked, it is unknown whose they are.
  const touched = { ...earlier, areTouched: true }
  const laid = row('base_tests', 'passed', { a: 'passed', b: 'passed' })
  const without = row('base_tests', 'passed', { b: 'passed' })
  const outcomes = [[...healed, laid], healed, [...healed, without]].map(
    (rows) => verdictOn(rows, [], { earlier: touched }).verdict.outcome,
  )
  expect(outcomes).toEqual(['proved', 'shown', 'shown'])
  const later = { ...earlier, isEarlier: () => false }
  expect(verdictOn(healed, [], { earlier: later }).verdict.outcome).toBe('shown')
  // Without a report of single tests nothing is more.
  const bare = verdictOn([row('base', 'failed'), row('task', 'passed')], [], { earlier }).verdict
  expect(bare).toMatchObject({ outcome: 'shown', reproduced: [{ check: 'test', by: 'change' }] })
  expect(bare.reasons).toEqual([expect.stringContaining('names no single test')])
  const given = verdictOn([row('base', 'passed'), row('task', 'passed')], [], {
    acceptance: accepted({ outcome: 'proves' }),
  })
  expect(given.verdict).toMatchObject({ outcome: 'proved', provedBy: ['test'] })
  expect([policyFor(given, asking), policyFor(verdictOn(healed, []), asking)]).toEqual(['merge', 'ask'])
  expect(policyFor(verdictOn(healed, [], { parts: [] }), merging)).toBe('merge')
})
