import { expect, test } from 'vitest'
import { fileBlock, mergingChecked, nodeLibrary } from '../../../../testing/delivery.ts'
import { adds, apart, cheating, judging, suite, testOf, wrong, type Cheat } from '../../../../testing/judged-runs.ts'
import { testServer } from '../../../../testing/server.ts'
import { lengthOf } from '../../../../testing/soak.ts'

const server = await testServer()
const { run } = judging(server)
const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`

const cheats: readonly Cheat[] = [
  ['empties a test file', wrong + fileBlock('sum.test.js', '\n'), nodeLibrary, /are gone: “adds”/],
]
/** What ends like one of these, or of those of verdict.test.ts; an agent that does it is in weakening.test.ts. */
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

const cheat = cheating(server)
test.each(lengthOf({ daily: cheats, soak: [...cheats, ...similar] }).map((one) => [one[0], one] as const))(
  'a change that %s is refused or waits for a person',
  (_what, one) => cheat(one),
)

test('a change that adds a test, renames a test file, and moves a test to another file, is checked with a note', async () => {
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
})

test('a new test that fails on the base is evidence of what a change mends', async () => {
  const fixed = fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n')
  const one = (expected: string) =>
    fileBlock('one.test.js', testOf(`test('takes one', () => assert.equal(${expected}))`))
  const good = await run(`Fix the sum of one number.\n\n${fixed}${one('sum(4), 4')}`)
  const reproduced = [{ check: 'test', file: 'one.test.js', name: 'takes one' }]
  expect([good.isMerged, good.verdict]).toMatchObject([true, { outcome: 'proved', reproduced }])
  expect(good.checks.map(({ phase, outcome }) => `${phase} ${outcome}`)).toContain('new_tests failed')
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
