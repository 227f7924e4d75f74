import { expect, test } from 'vitest'
import { endOf, fileBlock, nodeLibrary, mergingChecked } from '../../../../testing/delivery.ts'
import {
  adds,
  apart,
  cheating,
  judging,
  testOf,
  wrong,
  type Cheat,
  type Files,
  suite,
} from '../../../../testing/runs/judged-runs.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { testServer } from '../../../../testing/server.ts'
import { isLong, isSoak, lengthOf } from '../../../../testing/soak.ts'
import { resolvePendingRequest } from '../../requests/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'

const server = await testServer()
const { begin, runOn, run } = judging(server)

const fixed = fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n')
const takesOne = (expected: string) =>
  fileBlock('one.test.js', testOf(`test('takes one', () => assert.equal(${expected}))`))

test.runIf(isLong)(
  'a change that a failing test of the base waited for is proved and merged, and its events and task report that',
  async () => {
    const { at, cycle, task, verdict, checks, isMerged } = await run(`Fix the sum of one number.\n\n${fixed}`, {
      ...nodeLibrary,
      'one.test.js': testOf("test('takes one', () => assert.equal(sum(4), 4))"),
    })
    expect([cycle.status, cycle.failure, isMerged, task.verdict]).toEqual(['completed', null, true, 'proved'])
    const modelReview = {
      outcome: 'none',
      model: 'offline',
      findings: [],
      isCut: false,
      summary: 'The built-in offline model reviews nothing.',
    }
    const reproduced = [{ check: 'test', file: 'one.test.js', name: 'takes one', by: 'base' }]
    const outcome = {
      approved: true,
      outcome: 'proved',
      provedBy: ['test'],
      reasons: [],
      findings: [],
      reproduced,
      untestedValues: [],
    }
    const ran = { check: 'test', outcome: 'ran', findings: 0, durationMs: expect.any(Number) }
    const withoutTests = { outcome: 'not_probed', reason: 'No new test was found in a language that probes read.' }
    const probes = [
      ...['identity', 'traps', 'mutants', 'inputs'].map((name) => ({ name, ...ran })),
      expect.objectContaining({ name: 'replay', ...withoutTests }),
    ]
    const account = expect.objectContaining({ parts: 1, needed: 1, unseen: 0 }) as object
    expect(verdict).toEqual({ ...outcome, account, probes, examination: null, acceptance: null, modelReview })
    const tests = { runner: 'node --test', total: 2, passed: 1, failed: 1, skipped: 0, problem: null }
    const command = 'node --test --test-isolation=none'
    expect(checks).toMatchObject([
      { phase: 'base', name: 'test', outcome: 'failed', command, exitCode: 1, tests },
      { phase: 'task', name: 'test', outcome: 'passed', tests: { ...tests, passed: 2, failed: 0 } },
    ])
    expect(checks[0]!.log).toContain('pass 1')
    expect(await at.eventNames(task.id)).toContain('task.reviewed')
    expect(await leftovers(server)).toEqual({})
  },
)

const cheats: readonly Cheat[] = [
  [
    'ends the process in the code under test',
    fileBlock('sum.js', 'process.exit(0)\nexport const sum = () => 0\n'),
    apart,
    /are gone: “adds”/,
  ],
  [
    'expects what wrong code gives',
    wrong + fileBlock('sum.test.js', testOf(adds.replace(', 3)', ', -1)'))),
    nodeLibrary,
    /with the tests as they were before the change: these do not pass: “adds”/,
  ],
]

// Agents that do the like are in bench/agent/, and the rules in review/verdict.test.ts.
const cheat = cheating(server)
test.each((isLong ? cheats : cheats.slice(0, 1)).map((one) => [one[0], one] as const))(
  'a change that %s is refused or waits for a person',
  (_what, one) => cheat(one),
)

test.runIf(isSoak)(
  'a change that only keeps the checks passing is checked, and merges if the project allows it',
  async () => {
    const change = fileBlock('sum.js', `${nodeLibrary['sum.js']}export const none = 0\n`)
    const asked = await run(change)
    expect([asked.isMerged, asked.task.verdict, asked.verdict!.provedBy]).toEqual([false, 'checked', []])
    expect(asked.request.reasons).toMatchObject([{ code: 'checked', message: expect.stringContaining('same result') }])
    const merged = await run(change, nodeLibrary, { review: { checked: 'merge' } })
    expect([merged.isMerged, merged.verdict]).toMatchObject([true, { outcome: 'checked', approved: true }])
    const refused = await run(change, nodeLibrary, { review: { checked: 'refuse' } })
    expect(refused.cycle).toMatchObject({ status: 'failed', failure: { code: 'review_checked', step: 'review-task' } })
  },
)

test.runIf(isSoak)('a change that only its own tests show waits, and merges if the project allows it', async () => {
  const change = `Fix the sum of one number.\n\n${fixed}${takesOne('sum(4), 4')}`
  const asked = await run(change)
  expect([asked.isMerged, asked.verdict]).toMatchObject([false, { outcome: 'shown', provedBy: [] }])
  expect(asked.request.reasons).toMatchObject([
    { code: 'shown', message: expect.stringContaining('came with the change') },
  ])
  const merged = await run(change, nodeLibrary, { review: { shown: 'merge' } })
  expect([merged.isMerged, merged.verdict]).toMatchObject([true, { outcome: 'shown', approved: true }])
})

test.runIf(isSoak)('a checked change of only documentation or comments merges if the project allows it', async () => {
  const change = fileBlock('README.md', 'Adds numbers.\n') + fileBlock('sum.js', `// Adds.\n${nodeLibrary['sum.js']}`)
  const { isMerged, verdict } = await run(change, nodeLibrary, { review: { checked: 'prose' } })
  expect([isMerged, verdict]).toMatchObject([true, { outcome: 'checked', approved: true, provedBy: [] }])
})

test.runIf(isSoak)(
  'new tests of a change run on the base as well, and a fix without a test that fails there is checked',
  async () => {
    const idle = await run(`Fix the sum of one number.\n\n${fixed}${takesOne('sum(4, 0), 4')}`)
    expect(idle.checks.map(({ phase, outcome }) => `${phase} ${outcome}`)).toContain('new_tests passed')
    expect([idle.isMerged, idle.verdict]).toMatchObject([false, { outcome: 'checked', reproduced: [] }])
    expect(idle.request.reasons).toMatchObject([
      { code: 'unseen', kind: 'hunk_not_shown', path: 'sum.js' },
      { code: 'checked', message: expect.stringContaining('passes without the change as well') },
    ])
  },
)

test.runIf(isSoak)('tests of the base run again without the test files that a change adds', async () => {
  const patched = fileBlock('a.test.js', "import assert from 'node:assert'\nassert.equal = () => {}\n")
  const cheat = await run(wrong + patched)
  expect([cheat.isMerged, cheat.verdict?.reasons.join(' ')]).toEqual([
    false,
    expect.stringMatching(/with the tests as they were before the change: these do not pass: “adds”/),
  ])
})

test.runIf(isSoak)('the first tests of a project lose nothing if they are left out', async () => {
  const { 'sum.test.js': first, ...untested } = nodeLibrary
  const { checks, verdict } = await run(fileBlock('sum.test.js', first), untested)
  expect(checks.map(({ phase }) => phase)).not.toContain('base_tests')
  expect(verdict?.reasons.join(' ')).not.toContain('as they were before the change')
})

const plain: Files = { 'notes.txt': 'one\n' }
type Unproved = readonly [string, Files, object, RegExp]
const withoutChecks: Unproved = ['without checks', plain, {}, /No check ran/]
const failingSetup: Unproved = [
  'whose setup fails',
  nodeLibrary,
  { setup: 'echo no packages; exit 3' },
  /The setup failed before the change/,
]
const expectSetupFailed = (checks: readonly { phase: string; name: string; outcome: string; log: string }[]) => {
  expect(checks.map(({ phase, name, outcome }) => `${phase} ${name} ${outcome}`)).toEqual([
    'base setup failed',
    'base test could_not_run',
    'task setup failed',
    'task test could_not_run',
  ])
  expect(checks[0]!.log).toContain('no packages')
}
// review/verdict.test.ts has the other reasons.
test.each(lengthOf({ daily: [withoutChecks], soak: [withoutChecks, failingSetup] }))(
  'a change in a project %s is unverified, and merges where the project says so, or a person lets it pass',
  async (what, files, runtime, reason) => {
    const change = fileBlock('NOTES.md', 'Adds numbers.\n')
    const first = await run(change, files, runtime)
    expect([first.isMerged, first.verdict]).toEqual([
      false,
      {
        approved: false,
        outcome: 'unverified',
        provedBy: [],
        findings: [expect.objectContaining({ kind: 'shape_changed', level: 'note', path: 'NOTES.md' })],
        reproduced: [],
        account: expect.objectContaining({ parts: 1, shape: 1 }),
        probes: expect.any(Array),
        examination: null,
        acceptance: null,
        untestedValues: [],
        modelReview: expect.objectContaining({ outcome: 'none' }),
        reasons: expect.arrayContaining([expect.stringMatching(reason)]),
      },
    ])
    expect(first.checks.length === 0).toBe(files === plain)
    if (what === failingSetup[0]) expectSetupFailed(first.checks)
    expect(first.request.reasons[0]).toMatchObject({ code: 'unverified', message: expect.stringMatching(reason) })
    // The rest depends only on the outcome, not on its reason: review/verdict.test.ts.
    if (files !== plain && !isSoak) return
    const second = await run(change, files, { ...runtime, review: { unverified: 'merge' } })
    expect([second.isMerged, second.task.verdict]).toEqual([true, 'unverified'])
    expect(second.verdict).toMatchObject({ approved: true, outcome: 'unverified', provedBy: [] })
    const { owner } = first.at
    await owner.call(resolvePendingRequest, { id: first.request.id, body: { status: 'approved' } })
    const ended = await endOf(owner, first.cycle.id)
    expect([ended.cycle.status, ended.tasks[0].verdict]).toEqual(['completed', 'unverified'])
    const { body } = await owner.call(getTaskReviewEvidence, { id: first.task.id })
    expect(body.verdict).toMatchObject({ approved: true, outcome: 'unverified', provedBy: [] })
  },
)

test.runIf(isLong)('a project may refuse unverified changes', async () => {
  const { cycle } = await run(
    fileBlock('notes.txt', 'two\n'),
    { 'notes.txt': 'one\n' },
    { review: { unverified: 'refuse' } },
  )
  expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'review_unverified', step: 'review-task' } })
})

test.runIf(isSoak)('a check that declares its report is compared by its tests', async () => {
  const command = `{ echo '<testsuite name="s">'; sed 's|.*|<testcase name="&"/>|' names.txt; echo '</testsuite>'; } >out.xml`
  const checks = [{ name: 'own', command, report: { path: 'out.xml', format: 'junit' } }]
  const begun = begin({ 'names.txt': 'one\ntwo\n', 'out.xml': 'stale' }, { checks })
  const good = await runOn(begun, fileBlock('names.txt', 'one\ntwo\nthree\n'))
  expect([good.verdict!.outcome, good.verdict!.provedBy]).toEqual(['checked', []])
  const less = await runOn(begun, fileBlock('names.txt', 'one\nthree\n'))
  expect(less.verdict!.reasons).toContain('The check “own”: these tests are gone: “s › two”.')
})

test.runIf(isSoak)('a check that prints TAP is compared by its tests, and cannot stop to print it unseen', async () => {
  const awk = `awk '{ print "ok " NR " - " $0 } END { print "1.." NR }' names.txt`
  const checks = [{ name: 'own', command: 'sh run.sh' }]
  const begun = begin({ 'names.txt': 'one\ntwo\n', 'run.sh': awk }, { checks })
  const less = await runOn(begun, fileBlock('names.txt', 'one\nthree\n'))
  expect(less.verdict!.reasons).toContain('The check “own”: these tests are gone: “two”.')
  const silent = await runOn(begun, fileBlock('run.sh', 'true\n'))
  expect(silent.verdict!.reasons).toContain(
    'The check “own” gives no report of its tests any more: The command asks no runner that is known for a report any more.',
  )
})

const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`

test.runIf(isSoak)(
  'a change that adds a test, renames a test file, and moves a test to another file, is checked with a note',
  async () => {
    const more = "test('adds zero', () => assert.equal(sum(1, 0), 1))"
    const files = {
      ...nodeLibrary,
      'more.test.js': testOf(`${more}\ntest('adds one', () => assert.equal(sum(1, 1), 2))`),
    }
    const { verdict, checks, isMerged } = await run(
      command('mv sum.test.js total.test.js') +
        fileBlock('zero.test.js', testOf(`${more}\ntest('twice', () => assert.equal(sum(2, 2), 4))`)) +
        fileBlock('more.test.js', testOf("test('adds one', () => assert.equal(sum(1, 1), 2))")),
      files,
      mergingChecked,
    )
    expect([verdict!.outcome, isMerged]).toEqual(['checked', true])
    const { findings } = verdict as unknown as { findings: { kind: string; level: string; path: string }[] }
    expect(findings.map(({ kind, level, path }) => `${level} ${kind} ${path}`).sort()).toEqual([
      'note tests_moved total.test.js',
      'note tests_moved zero.test.js',
    ])
    const passed = (phase: string) => checks.filter((check) => check.phase === phase).map(({ tests }) => tests)
    expect([passed('base'), passed('base_tests'), passed('task')]).toMatchObject([
      [{ passed: 3 }],
      [{ passed: 3 }],
      [{ passed: 4 }],
    ])
  },
)

test.runIf(isSoak)('a new failure refuses a change if the check fails on the base as well', async () => {
  const broken = { ...suite, 'old.test.js': testOf("test('old', () => assert.fail('always'))") }
  const { cycle, verdict, isMerged } = await run(wrong, broken)
  expect([cycle.failure.code, verdict!.outcome, isMerged]).toEqual(['review_refused', 'refused', false])
  expect(verdict!.reasons.join(' ')).toMatch(
    /these tests fail since the change: “adds zero” in more\.test\.js, “adds”|“adds” in sum\.test\.js/,
  )
  expect(verdict!.reasons.join(' ')).not.toContain('“old”')
})
