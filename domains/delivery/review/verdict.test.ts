import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestOutcome } from '../../../packages/verdict/index.ts'
import { needsOf } from '../../../execution/setup/index.ts'
import type { ChangePartRow, CheckReport, CheckRow } from '../checks/index.ts'
import { policyFor } from './policy-for.ts'
import { newlyPassingFiles, verdictOn } from './verdict.ts'

const asking = { shown: 'ask', checked: 'ask', unverified: 'ask', weakened: 'ask' } as const
const merging = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge' } as const

type Row = Pick<CheckRow, 'name' | 'phase' | 'outcome' | 'report'>
type Tests = Readonly<Record<string, TestOutcome>>

const report = (tests: Tests): CheckReport => ({
  runner: 'node --test',
  tests: Object.entries(tests).map(([name, outcome]) => ({ file: 'a.test.js', name, outcome })),
})
const missing: CheckReport = { runner: 'node --test', tests: [], fault: 'It is missing.' }
const row = (phase: Row['phase'], outcome: Row['outcome'], of: Tests | CheckReport | null = null): Row => ({
  name: 'test',
  phase,
  outcome,
  report: of === null || 'runner' in of ? (of as CheckReport | null) : report(of),
})
const outcomeOf = (...rows: Row[]) => verdictOn(rows, []).verdict.outcome
const reasonsOf = (...rows: Row[]) => verdictOn(rows, []).verdict.reasons.join(' ')

test('a change is checked where all passed before, and no test shows more', () => {
  const message = 'The tests give the same result with and without this change.'
  expect(verdictOn([row('base', 'passed'), row('task', 'passed')], [])).toEqual({
    verdict: { approved: false, outcome: 'checked', provedBy: [], reasons: [message] },
    doubts: [{ code: 'checked', message }],
    onlyProse: false,
  })
  expect(outcomeOf(row('base', 'passed', { a: 'passed' }), row('task', 'passed', { a: 'passed' }))).toBe('checked')
})

test('a check that could not run before, a failing test that is skipped now, and a flaky one prove nothing', () => {
  expect(outcomeOf(row('base', 'could_not_run'), row('task', 'passed'))).toBe('unverified')
  const failing = row('base', 'failed', { a: 'failed', b: 'passed' })
  expect(outcomeOf(failing, row('task', 'passed', { a: 'skipped', b: 'passed' }))).toBe('checked')
  const flaky = { ...report({ a: 'failed', b: 'passed' }), flaky: ['a.test.js\0a'] }
  expect(outcomeOf(row('base', 'failed', flaky), row('task', 'passed', { a: 'passed', b: 'passed' }))).toBe('checked')
  expect(outcomeOf(failing, row('task', 'failed', { a: 'passed', b: 'passed' }))).toBe('unverified')
})

test('a checked change of only documentation merges if the project allows it', () => {
  const rows = [row('base', 'passed'), row('task', 'passed')]
  const prose = verdictOn(rows, [], { parts: [part('same')] })
  expect(prose.verdict.reasons).toEqual([
    'Only texts, comments, formatting or types changed, and what passed before still passes.',
  ])
  const words = ['ask', 'prose', 'merge', 'refuse'] as const
  const ends = (found: typeof prose) => words.map((checked) => policyFor(found, { ...asking, checked }))
  expect(ends(prose)).toEqual(['ask', 'merge', 'merge', 'refuse'])
  expect(ends(verdictOn(rows, []))).toEqual(['ask', 'ask', 'merge', 'refuse'])
  expect(policyFor(verdictOn([], [], { parts: [part('same')] }), { ...asking, checked: 'prose' })).toBe('ask')
})

test('no test proves a change of only documentation: a person or the policy for prose decides', () => {
  const rows = [row('base', 'passed', { a: 'passed' }), row('task', 'passed', { a: 'passed' })]
  const tests = [{ file: 'words.test.js', name: 'has no typo', outcome: 'proves' as const }]
  const acceptance = { outcome: 'ran' as const, check: 'test', tests, files: [], whole: true, durationMs: 1 }
  expect(verdictOn(rows, [], { acceptance }).verdict.outcome).toBe('proved')
  const prose = verdictOn(rows, [], { acceptance, parts: [part('same')] })
  expect(prose.verdict).toMatchObject({ outcome: 'checked', approved: false, provedBy: [] })
  expect([policyFor(prose, merging), policyFor(prose, asking)]).toEqual(['merge', 'ask'])
  expect(policyFor(prose, { ...asking, checked: 'prose' })).toBe('merge')
  const healed = [
    row('base', 'failed', { a: 'failed', b: 'passed' }),
    row('task', 'passed', { a: 'passed', b: 'passed' }),
  ]
  expect(verdictOn(healed, [], { parts: [part('same')] }).verdict.outcome).toBe('checked')
})

test('no test proves a change whose programs do the same as before, and no policy for prose merges it', () => {
  const tests = [{ file: 'words.test.js', name: 'has words', outcome: 'proves' as const }]
  const acceptance = { outcome: 'ran' as const, check: 'test', tests, files: [], whole: true, durationMs: 1 }
  const rows = [row('base', 'passed', { a: 'passed' }), row('task', 'passed', { a: 'passed' })]
  const found = verdictOn(rows, [], { acceptance, parts: [part('same'), part('test')] })
  expect([found.verdict.outcome, policyFor(found, { ...asking, checked: 'prose' })]).toEqual(['checked', 'ask'])
  const shaped = verdictOn(rows, [], { acceptance, parts: [part('same'), part('shape')] })
  expect([shaped.verdict.outcome, policyFor(shaped, { ...asking, checked: 'prose' })]).toEqual(['checked', 'merge'])
})

test.each<readonly [string, readonly Row[], RegExp]>([
  ['stops passing', [row('base', 'passed'), row('task', 'failed')], /does not pass any more/],
  ['stops running', [row('base', 'passed'), row('task', 'could_not_run')], /does not pass any more/],
  ['is not run again', [row('base', 'passed')], /does not pass any more/],
  [
    'fails with one test more, where it failed before',
    [row('base', 'failed', { a: 'failed', b: 'passed' }), row('task', 'failed', { a: 'failed', b: 'failed' })],
    /these tests fail since the change: “b” in a\.test\.js/,
  ],
  [
    'passes while its report names a failure',
    [row('base', 'passed', { a: 'passed' }), row('task', 'passed', { a: 'failed' })],
    /fail since the change: “a”/,
  ],
  [
    'gives no report any more, where it failed before',
    [row('base', 'failed', { a: 'failed' }), row('task', 'passed', missing)],
    /gives no report of its tests any more: It is missing/,
  ],
])('a change is refused when a check %s', (_what, rows, reason) => {
  expect([outcomeOf(...rows), policyFor(verdictOn(rows, []), merging)]).toEqual(['refused', 'refuse'])
  expect(reasonsOf(...rows)).toMatch(reason)
})

const two = row('base', 'passed', { a: 'passed', b: 'passed' })
test.each<readonly [string, readonly Row[], 'unverified' | 'weakened', RegExp]>([
  ['no check is known', [], 'unverified', /No check ran/],
  ['a check cannot run', [row('base', 'could_not_run'), row('task', 'could_not_run')], 'unverified', /could not run/],
  [
    'a check runs only over the change',
    [row('base', 'could_not_run'), row('task', 'passed')],
    'unverified',
    /could not run/,
  ],
  ['a check fails on both sides', [row('base', 'failed'), row('task', 'failed')], 'unverified', /fails before/],
  ['no test ran', [row('base', 'passed', {}), row('task', 'passed', {})], 'unverified', /ran no test\./],
  [
    'all tests are the change’s own',
    [row('base', 'passed', {}), row('task', 'passed', { a: 'passed' })],
    'unverified',
    /no test that the base has/,
  ],
  ['a test vanishes', [two, row('task', 'passed', { a: 'passed' })], 'weakened', /are gone: “b”/],
  [
    'a test is skipped',
    [two, row('task', 'passed', { a: 'passed', b: 'skipped' })],
    'weakened',
    /do not count any more: “b”/,
  ],
  [
    'a test is to do',
    [two, row('task', 'passed', { a: 'passed', b: 'todo' })],
    'weakened',
    /do not count any more: “b”/,
  ],
  [
    'the base’s tests fail over the change',
    [
      two,
      row('task', 'passed', { a: 'passed', b: 'passed' }),
      row('base_tests', 'failed', { a: 'passed', b: 'failed' }),
    ],
    'weakened',
    /as they were before the change: these do not pass: “b”/,
  ],
  [
    'the base’s tests give no report over the change',
    [two, row('task', 'passed', { a: 'passed', b: 'passed' }), row('base_tests', 'passed', missing)],
    'weakened',
    /it does not pass/,
  ],
  [
    'the base’s tests fail over the change, by the exit code alone',
    [row('base', 'passed'), row('task', 'passed'), row('base_tests', 'failed')],
    'weakened',
    /it does not pass/,
  ],
])('a change is unverified when %s, and waits for a person', (_what, rows, code, reason) => {
  const found = verdictOn(rows, [])
  expect([found.verdict.outcome, found.verdict.provedBy, found.verdict.approved]).toEqual(['unverified', [], false])
  // A change that no test proves needs the policy for checked changes as well.
  expect(found.doubts.map((doubt) => doubt.code)).toEqual(code === 'weakened' ? [code, 'checked'] : [code])
  expect(reasonsOf(...rows)).toMatch(reason)
  expect([
    policyFor(found, asking),
    policyFor(found, { ...asking, checked: 'merge', [code]: 'merge' }),
    policyFor(found, { ...merging, [code]: 'refuse' }),
  ]).toEqual(['ask', 'merge', 'refuse'])
  expect(policyFor(found, { ...merging, [code]: 'ask' })).toBe('ask')
})

test('lint beside tests refuses a change that breaks it, proves none, and takes no proof away', () => {
  const lint = (phase: Row['phase'], outcome: Row['outcome']): Row => ({ ...row(phase, outcome), name: 'lint' })
  const proved = [row('base', 'failed', { a: 'failed' }), row('task', 'passed', { a: 'passed' })]
  expect(outcomeOf(...proved, lint('base', 'passed'), lint('task', 'failed'))).toBe('refused')
  expect([outcomeOf(...proved, lint('base', 'failed')), outcomeOf(...proved, lint('base', 'could_not_run'))]).toEqual([
    'shown',
    'shown',
  ])
  const broken = [row('base', 'failed'), row('task', 'failed'), lint('base', 'passed'), lint('task', 'passed')]
  expect([outcomeOf(...broken), reasonsOf(...broken)]).toEqual([
    'unverified',
    'The check “test” fails before the change as well.',
  ])
  const { verdict } = verdictOn([...proved, lint('base', 'failed'), lint('task', 'passed')], [])
  expect(verdict.reproduced?.map(({ check }) => check)).toEqual(['test'])
})

test('fewer assertions weaken a test', () => {
  const of = (assertions: number): CheckReport => ({
    runner: 'jest',
    tests: [{ file: 'a', name: 'a', outcome: 'passed', assertions }],
  })
  expect(reasonsOf(row('base', 'passed', of(2)), row('task', 'passed', of(0)))).toMatch(/fewer assertions/)
})

test('tests that moved to another file with their names are a note', () => {
  const at = (file: string, ...names: string[]): CheckReport => ({
    runner: 'node --test',
    tests: names.map((name) => ({ file, name, outcome: 'passed' })),
  })
  const rows = [
    row('base', 'passed', at('a.test.js', 'one', 'two')),
    row('task', 'passed', at('b.test.js', 'one', 'two')),
  ]
  const reason = 'The check “test”: 2 tests moved from a.test.js to b.test.js.'
  expect(verdictOn(rows, []).verdict).toEqual({
    approved: false,
    outcome: 'checked',
    provedBy: [],
    reasons: [expect.stringMatching(/same result/)],
    findings: [{ kind: 'tests_moved', level: 'note', path: 'b.test.js', reason }],
  })
  const less = [rows[0]!, row('task', 'passed', at('b.test.js', 'one'))]
  expect(reasonsOf(...less)).toContain('The check “test”: these tests are gone: “two” in a.test.js.')
  // With the tests of the base they are unchanged.
  expect(reasonsOf(...rows, row('base_tests', 'passed', at('b.test.js', 'one', 'two')))).toMatch(
    /these do not pass: “one”/,
  )
})

test('flaky tests neither refuse nor weaken', () => {
  const flaky = { ...report({ a: 'passed', b: 'failed' }), flaky: ['a.test.js\0b'] }
  expect(outcomeOf(row('base', 'passed', flaky), row('task', 'passed', { a: 'passed' }))).toBe('checked')
  const again = { ...report({ a: 'passed' }), flaky: ['a.test.js\0a'] }
  const { verdict } = verdictOn([row('base', 'passed', { a: 'passed' }), row('task', 'passed', again)], [])
  expect(verdict.findings).toMatchObject([{ kind: 'tests_flaky', level: 'note', test: 'a' }])
})

test('a setup that fails proves nothing, and a passing setup is no proof', () => {
  const setup = (phase: Row['phase'], outcome: Row['outcome']): Row => ({ name: 'setup', phase, outcome, report: null })
  expect(outcomeOf(setup('base', 'passed'), setup('task', 'passed'))).toBe('unverified')
  expect(reasonsOf(setup('base', 'failed'), setup('task', 'failed'))).toMatch(/The setup failed before the change/)
  expect(outcomeOf(setup('base', 'passed'), setup('task', 'failed'))).toBe('refused')
  expect(outcomeOf(setup('base', 'passed'))).toBe('unverified')
})

test('findings of rules about files refuse a change that a test proves', () => {
  const { verdict } = verdictOn([row('base', 'failed'), row('task', 'passed')], ['a.txt adds a secret (github).'])
  expect(verdict).toEqual({
    approved: false,
    outcome: 'refused',
    provedBy: [],
    reasons: ['a.txt adds a secret (github).'],
    reproduced: [{ check: 'test', by: 'change' }],
  })
})

test('a change is checked only if no test of the base fails, vanishes or is muted, and one passes', () => {
  const outcome = fc.constantFrom<TestOutcome | 'absent'>('passed', 'failed', 'skipped', 'todo', 'absent')
  const tests = fc.dictionary(fc.constantFrom('a', 'b', 'c'), outcome)
  const present = (of: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(of).filter(([, each]) => each !== 'absent')) as Tests
  fc.assert(
    fc.property(tests, tests, (before, after) => {
      const rows = [row('base', 'passed', present(before)), row('task', 'passed', present(after))]
      const isWorse = [...new Set([...Object.keys(before), ...Object.keys(after)])].some((name) => {
        const was = before[name] ?? 'absent'
        const now = after[name] ?? 'absent'
        if (now === 'failed') return was !== 'failed'
        return was !== 'absent' && (now === 'absent' || (was === 'passed' && now !== 'passed'))
      })
      const isKept = Object.keys(before).some((name) => before[name] !== 'absent' && after[name] === 'passed')
      expect(outcomeOf(...rows) === 'checked').toBe(!isWorse && isKept)
    }),
  )
})

const lostB = row('base_tests', 'failed', { a: 'passed', b: 'failed' })

test('a test that moved whole, or became part of another test, is no loss, only by its own name and file', () => {
  const merged = { kind: 'tests_merged', level: 'note', path: 'a.test.js', reason: '', test: 'b' } as const
  const gone = [two, row('task', 'passed', { a: 'passed' }), lostB]
  const outcome = (finding: object) => verdictOn(gone, [], { weakening: [{ ...merged, ...finding }] }).verdict.outcome
  expect([outcome({}), outcome({ kind: 'tests_moved_whole' })]).toEqual(['checked', 'checked'])
  const others = [{ test: 'a' }, { test: undefined }, { path: 'b.test.js' }, { kind: 'expectation_changed' }]
  expect(others.map(outcome)).toEqual(Array(4).fill('unverified'))
  // Under its new name it fails without the change, and shows nothing by that.
  const without = row('base_tests', 'failed', { a: 'passed' })
  const newC = row('new_tests', 'failed', { a: 'passed', c: 'failed' })
  const after = [two, row('task', 'passed', { a: 'passed', c: 'passed' }), without, newC]
  expect(verdictOn(after, [], { weakening: [merged] }).verdict.outcome).toBe('checked')
  expect(verdictOn(after, []).verdict.outcome).toBe('unverified')
})

test('a test that failed and passes only by its own change weakens the change', () => {
  const broken = row('base', 'failed', { a: 'passed', b: 'failed' })
  const healed = [broken, row('task', 'passed', { a: 'passed', b: 'passed' }), lostB]
  expect(reasonsOf(...healed)).toMatch(/as they were before the change: these do not pass: “b”/)
  const bare = [row('base', 'failed'), row('task', 'passed'), row('base_tests', 'failed')]
  expect([outcomeOf(...healed), outcomeOf(...bare)]).toEqual(['unverified', 'unverified'])
  const still = [
    broken,
    row('task', 'passed', { a: 'passed', b: 'passed' }),
    row('base_tests', 'passed', { a: 'passed', b: 'passed' }),
  ]
  expect(outcomeOf(...still)).toBe('shown')
})

test('files of tests that failed on the base and pass over the change are known by their reports', () => {
  const broken = row('base', 'failed', { a: 'passed', b: 'failed' })
  expect(newlyPassingFiles([broken, row('task', 'passed', { a: 'passed', b: 'passed' })])).toEqual(['a.test.js'])
  expect(newlyPassingFiles([broken, row('task', 'failed', { a: 'passed', b: 'failed' })])).toEqual([])
  expect([
    newlyPassingFiles([two, row('task', 'passed', { a: 'passed' })]),
    newlyPassingFiles([row('base', 'failed')]),
  ]).toEqual([[], []])
})

test('a verdict names the missing needs of a failing base', () => {
  const [need] = needsOf({ services: [], usesBrowser: false }, { protectedPaths: ['tests/.env'] })
  const setup = { ...row('base', 'passed'), name: 'setup', log: `${need}\nwords of a package` }
  const failing = { ...row('base', 'failed'), log: 'sh: 1: rake: not found' }
  const reasons = reasonsOf(setup, failing, row('task', 'failed'))
  expect(reasons).toMatch(
    /fails before the change as well: this machine has no program “rake”, which is in the package rake of Debian/,
  )
  expect(reasons).toContain(need)
  expect(reasons).not.toContain('words of a package')
  expect(reasonsOf(setup, row('base', 'passed', {}), row('task', 'passed', {}))).not.toContain(need)
})

const part = (account: ChangePartRow['account']): ChangePartRow => ({
  path: 'a.js',
  line: 3,
  endLine: 3,
  linesToRead: 1,
  sourceLine: 'send()',
  kind: 'added',
  added: 'send()',
  removed: '',
  account,
  reason: account === 'unseen' ? 'not_noticed' : null,
  tests: null,
})

const finding = {
  kind: 'hunk_not_shown',
  level: 'ask',
  path: 'a.js',
  line: 3,
  reason: 'a.js:3 No test needs it.',
} as const
const doubt = { code: 'unseen', kind: 'hunk_not_shown', path: 'a.js', line: 3, message: finding.reason }

test('a finding about an untested part asks under every policy, and only keeps a change from proved', () => {
  const rows = [row('base', 'failed', { a: 'failed' }), row('task', 'passed', { a: 'passed' })]
  const earlier = { isEarlier: () => true, areTouched: false }
  const of = (level: 'ask' | 'note', known: object = { earlier }, of = rows) =>
    verdictOn(of, [], { weakening: [{ ...finding, level }], ...known })
  expect(of('note').verdict).toMatchObject({ outcome: 'proved', approved: true, findings: [{ level: 'note' }] })
  expect(of('ask')).toMatchObject({
    verdict: { outcome: 'shown', approved: false, provedBy: [], reproduced: [{ by: 'base' }] },
    doubts: [doubt],
  })
  const checked = of('ask', {}, [row('base', 'passed'), row('task', 'passed')])
  expect(checked).toMatchObject({ verdict: { outcome: 'checked' }, doubts: [doubt, { code: 'checked' }] })
  expect(of('ask', {}).doubts).toMatchObject([doubt, { code: 'shown' }])
  expect([of('ask'), of('ask', {}), checked].map((found) => policyFor(found, merging))).toEqual(['ask', 'ask', 'ask'])
  expect(policyFor(checked, { ...merging, checked: 'refuse' })).toBe('refuse')
})

test('a change that its own tests show and whose parts have no account waits where shown changes merge', () => {
  const rows = [row('base', 'failed', { a: 'failed' }), row('task', 'passed', { a: 'passed' })]
  const found = verdictOn(rows, [])
  expect(found.doubts).toMatchObject([
    { code: 'shown', kind: 'not_probed', message: expect.stringMatching(/not probed: The project runs no probes\.$/) },
  ])
  expect([merging, { ...merging, shown: 'refuse' } as const].map((of) => policyFor(found, of))).toEqual([
    'ask',
    'refuse',
  ])
  expect(policyFor(verdictOn(rows, [], { parts: [part('own')] }), merging)).toBe('merge')
})
