import { expect, test } from 'vitest'
import { endOf, fileBlock, nodeLibrary, propose } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { bundleOf, importProject, type FileSpec } from '../../../../testing/repository.ts'
import { runUntilAsked } from '../../../../testing/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { isSoak, triedOf } from '../../../../testing/soak.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { resolvePendingRequest } from '../../requests/contract.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'

const server = await testServer()
type Files = Readonly<Record<string, FileSpec>>

const begin = async (files: Files, runtime: object = {}) => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
  await at.owner.call(updateProject, { id: projectId, body: { runtime, maxRevisions: 0 } })
  return { at, projectId, revisionId }
}
type Begun = ReturnType<typeof begin>

const run = async (description: string, files: Files = nodeLibrary, runtime: object = {}) =>
  runOn(begin(files, runtime), description)

const runOn = async (begun: Begun, description: string) => {
  const { at, projectId, revisionId } = await begun
  const { cycle, tasks, request } = await runUntilAsked(at.owner, await propose(at.owner, projectId, description))
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const head = await at.owner.call(getProjectRevisionHead, { id: projectId })
  return {
    ...{ at, cycle, request, task: tasks[0], isMerged: head.body.revisionId !== revisionId },
    verdict: body.verdict as { outcome: string; approved: boolean; provedBy: string[]; reasons: string[] } | null,
    checks: body.checks as { phase: string; outcome: string; tests: object | null; log: string }[],
  }
}
const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`
const testOf = (body: string) =>
  `import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from './sum.js'\n${body}\n`
const adds = "test('adds', () => assert.equal(sum(1, 2), 3))"
const wrong = fileBlock('sum.js', 'export const sum = (a, b) => a - b\n')
const suite = { ...nodeLibrary, 'more.test.js': testOf("test('adds zero', () => assert.equal(sum(1, 0), 1))") }

test('a good change is verified by the check that ran, and its events and task report that', async () => {
  const { at, cycle, task, verdict, checks, isMerged } = await run(
    fileBlock('sum.js', 'export const sum = (a, b) => b + a\n'),
  )
  expect([cycle.status, isMerged, task.verdict]).toEqual(['completed', true, 'verified'])
  const modelReview = {
    ...{ outcome: 'none', model: 'offline', findings: [], isCut: false },
    summary: 'The built-in offline model reviews nothing.',
  }
  const outcome = { approved: true, outcome: 'verified', provedBy: ['test'], reasons: [], findings: [], reproduced: [] }
  expect(verdict).toEqual({ ...outcome, modelReview })
  const tests = { runner: 'node --test', total: 1, passed: 1, failed: 0, skipped: 0, problem: null }
  expect(checks).toMatchObject([
    { phase: 'base', outcome: 'passed', tests },
    { phase: 'task', outcome: 'passed', tests },
  ])
  expect(await at.eventNames(task.id)).toContain('task.reviewed')
  expect(await leftovers(server)).toEqual({})
})

// Nothing of a cheat is merged, by the policy for what is unverified neither: each begins from the same files.
const begun = new Map<Files, Begun>()
const merging = { review: { unverified: 'merge' } }
const begunOnce = (files: Files) =>
  begun.get(files) ?? begun.set(files, begin(files, files === nodeLibrary ? merging : {})).get(files)!
// Each of its test files runs in a process of its own.
const apart = { ...nodeLibrary, 'package.json': nodeLibrary['package.json'].replace(' --test-isolation=none', '') }

type Cheat = readonly [string, string, Files, RegExp]
const cheats: readonly Cheat[] = [
  ['empties a test file', wrong + fileBlock('sum.test.js', '\n'), nodeLibrary, /are gone: “adds”/],
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
/** What ends like one of the above; an agent that does it is in weakening.test.ts. */
const similar: readonly Cheat[] = [
  ['renames a test file out of reach', wrong + command('mv sum.test.js sum.test.js.off'), suite, /are gone: “adds”/],
  [
    'marks a test as to do',
    wrong + fileBlock('sum.test.js', testOf(adds.replace('test', 'test.todo'))),
    nodeLibrary,
    /do not count any more: “adds”/,
  ],
  ['deletes the only test', wrong + command('rm sum.test.js'), nodeLibrary, /are gone: “adds” in sum\.test\.js/],
  [
    'ends the process in a test file',
    wrong + fileBlock('sum.test.js', `process.exit(0)\n${testOf(adds)}`),
    apart,
    /are gone: “adds”/,
  ],
  [
    'skips a test',
    wrong + fileBlock('sum.test.js', testOf(adds.replace('test', 'test.skip'))),
    nodeLibrary,
    /do not count any more: “adds”/,
  ],
]

test.each(triedOf([...cheats, ...similar], cheats))(
  'a change that %s is refused or waits for a person',
  async (_what, description, files, reason) => {
    const { cycle, task, request, verdict, isMerged } = await runOn(begunOnce(files), description)
    expect([isMerged, verdict!.approved]).toEqual([false, false])
    expect([task.verdict, cycle.status]).toEqual(request ? ['unverified', 'blocked'] : ['refused', 'failed'])
    expect(verdict!.reasons.join(' ')).toMatch(reason)
    if (!request) return
    const reasons = request.reasons as { code: string; message: string }[]
    expect(reasons.map(({ message }) => message)).toEqual(verdict!.reasons)
    expect(reasons.map(({ code }) => code)).toContain('weakened')
  },
)

test('a change that adds a test, renames a test file, and moves a test to another file, is verified with a note', async () => {
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
  )
  expect([verdict!.outcome, isMerged]).toEqual(['verified', true])
  const { findings } = verdict as unknown as { findings: { kind: string; level: string; path: string }[] }
  expect(findings.map(({ kind, level, path }) => `${level} ${kind} ${path}`).sort()).toEqual([
    ...['note tests_moved total.test.js', 'note tests_moved zero.test.js'],
  ])
  const passed = (phase: string) => checks.filter((check) => check.phase === phase).map(({ tests }) => tests)
  expect([passed('base'), passed('base_tests'), passed('task')]).toMatchObject([
    ...[[{ passed: 3 }], [{ passed: 3 }], [{ passed: 4 }]],
  ])
})

test('new tests of a change run on the base as well: which fail there is evidence, and a fix needs one', async () => {
  const fixed = fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n')
  const one = (expected: string) =>
    fileBlock('one.test.js', testOf(`test('takes one', () => assert.equal(${expected}))`))
  const good = await run(`Fix the sum of one number.\n\n${fixed}${one('sum(4), 4')}`)
  const reproduced = [{ check: 'test', file: 'one.test.js', name: 'takes one' }]
  expect([good.isMerged, good.verdict]).toMatchObject([true, { outcome: 'verified', reproduced }])
  expect(good.checks.map(({ phase, outcome }) => `${phase} ${outcome}`)).toContain('new_tests failed')
  const idle = await run(`Fix the sum of one number.\n\n${fixed}${one('sum(4, 0), 4')}`)
  expect([idle.isMerged, idle.verdict]).toMatchObject([false, { outcome: 'unverified', reproduced: [] }])
  expect(idle.request.reasons).toMatchObject([{ code: 'unverified', message: expect.stringContaining('none shows') }])
})

test('a new failure refuses a change where the check fails on the base as well', async () => {
  const broken = { ...suite, 'old.test.js': testOf("test('old', () => assert.fail('always'))") }
  const { cycle, verdict, isMerged } = await run(wrong, broken)
  expect([cycle.failure.code, verdict!.outcome, isMerged]).toEqual(['review_refused', 'refused', false])
  expect(verdict!.reasons.join(' ')).toMatch(
    /these tests fail since the change: “adds zero” in more\.test\.js, “adds”|“adds” in sum\.test\.js/,
  )
  expect(verdict!.reasons.join(' ')).not.toContain('“old”')
})

const plain: Files = { 'notes.txt': 'one\n' }
type Unproved = readonly [string, Files, object, RegExp]
const withoutChecks: Unproved = ['without checks', plain, {}, /No check ran/]
const failingSetup: Unproved = [
  'whose setup fails',
  nodeLibrary,
  { setup: 'exit 1' },
  /The setup failed before the change/,
]
/** What the rules tell apart by the same checks: cycles/verdict.test.ts. */
const alsoUnproved: readonly Unproved[] = [
  [
    'whose dependencies are not installed',
    { 'package.json': '{ "scripts": { "test": "vitest run" } }\n' },
    {},
    /The check “test” could not run before the change/,
  ],
  [
    'without tests',
    { 'package.json': '{ "scripts": { "test": "node --test" } }\n' },
    {},
    /The check “test” ran no test/,
  ],
  [
    'whose checks fail before',
    nodeLibrary,
    { checks: [{ name: 'test', command: 'false' }] },
    /fails before the change as well/,
  ],
]

test.each(triedOf([withoutChecks, failingSetup, ...alsoUnproved], [withoutChecks, failingSetup]))(
  'a change in a project %s is unverified, and merges where the project says so, or a person lets it pass',
  async (_what, files, runtime, reason) => {
    const change = fileBlock('NOTES.md', 'Adds numbers.\n')
    const first = await run(change, files, runtime)
    expect([first.isMerged, first.verdict]).toEqual([
      false,
      {
        approved: false,
        outcome: 'unverified',
        provedBy: [],
        findings: [],
        reproduced: [],
        modelReview: expect.objectContaining({ outcome: 'none' }),
        reasons: expect.arrayContaining([expect.stringMatching(reason)]),
      },
    ])
    expect(first.checks.length === 0).toBe(files === plain)
    expect(first.request.reasons[0]).toMatchObject({ code: 'unverified', message: expect.stringMatching(reason) })
    // What follows is asked of the outcome alone, whatever its reason: cycles/verdict.test.ts.
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

test('a project may refuse what is unverified', async () => {
  const { cycle } = await run(
    fileBlock('notes.txt', 'two\n'),
    { 'notes.txt': 'one\n' },
    { review: { unverified: 'refuse' } },
  )
  expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'review_unverified', step: 'review-task' } })
})

test('a check that declares its report is compared by its tests', async () => {
  const command = `{ echo '<testsuite name="s">'; sed 's|.*|<testcase name="&"/>|' names.txt; echo '</testsuite>'; } >out.xml`
  const checks = [{ name: 'own', command, report: { path: 'out.xml', format: 'junit' } }]
  const begun = begin({ 'names.txt': 'one\ntwo\n', 'out.xml': 'stale' }, { checks })
  const good = await runOn(begun, fileBlock('names.txt', 'one\ntwo\nthree\n'))
  expect([good.verdict!.outcome, good.verdict!.provedBy]).toEqual(['verified', ['own']])
  const less = await runOn(begun, fileBlock('names.txt', 'one\nthree\n'))
  expect(less.verdict!.reasons).toEqual(['The check “own”: these tests are gone: “s › two”.'])
})
