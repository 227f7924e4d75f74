import { expect, test } from 'vitest'
import { runOver } from '../../../testing/runs/probe-run.ts'
import { isLong } from '../../../testing/soak.ts'
import { resultsOf } from './trial-outcomes.ts'
import { scriptOf, type TestRun, type Trial } from './trial-script.ts'

const nonce = 'k3x9q7'
const undone = (text: string | undefined, implied: readonly number[] = []): Trial => ({
  files: [{ path: 'product', text }],
  implied,
})

/** The outcomes of trials over a tree whose product is `right`, and what the commands noted. */
const tried = (tests: readonly Partial<TestRun>[], trials: readonly Trial[], mostMs = 60_000) => {
  const runs = tests.map((one) => ({
    by: 'needed' as const,
    tests: { check: 'test', by: 'base' as const, files: [] },
    builds: [],
    command: 'true',
    files: [],
    ...one,
  }))
  const run = scriptOf({ tests: runs, trials, nonce, budget: { busyMs: mostMs, mostMs } })
  const noting = { ...run, command: `${run.command}; [ -e notes ] && tr '\\n' ' ' < notes` }
  const { result, printed } = runOver({ product: 'right' }, noting)
  const results = resultsOf(result, trials.length, nonce)
  return { outcomes: results.map(({ outcome }) => outcome), ways: results.map(({ way }) => way), notes: printed.trim() }
}

test('tests that fail again are built once, and a way to run tests that is never asked does not run', () => {
  const builds = ['echo build >> notes; cp product built']
  const proving = { builds, command: 'echo prove >> notes; grep -q right built' }
  const own = { by: 'own' as const, command: 'echo own >> notes; exit 0' }
  const { outcomes, notes } = tried([proving, own], [undone('wrong'), undone(undefined, [0])])
  expect(outcomes).toEqual(['needed', 'needed'])
  expect(notes).toBe('build prove build prove prove')
})

test('a build that fails runs again with the tests', () => {
  const builds = ['echo build >> notes; grep -q right product']
  expect(tried([{ builds, command: 'grep -q right product' }], [undone('wrong')])).toEqual({
    outcomes: ['needed'],
    notes: 'build build build',
    ways: [0],
  })
})

test('a way that fails over the change is not asked, and without any way nothing is tried', () => {
  const failing = { command: 'exit 1' }
  const own = { by: 'own' as const, command: 'grep -q right product' }
  const trials = [undone('wrong'), undone('right twice')]
  expect(tried([failing, own], trials).outcomes).toEqual(['own', 'survived'])
  expect(tried([failing], trials).outcomes).toEqual(['unrun', 'unrun'])
  expect(tried([own], trials, 0).outcomes).toEqual(['untried', 'untried'])
})

test('a trial names the way that noticed it, also if it is needed since another trial is', () => {
  const ways = [{ command: 'grep -q right product' }, { by: 'own' as const, command: '[ "$(cat product)" = right ]' }]
  const { outcomes, ways: noticed } = tried(ways, [undone('wrong'), undone(undefined, [0]), undone('right twice')])
  expect(outcomes).toEqual(['needed', 'needed', 'own'])
  expect(noticed).toEqual([0, 0, 1])
})

test('a trial after another trial runs only if the earlier one ended so', () => {
  const trials: Trial[] = [
    undone('wrong'),
    { ...undone('wrong'), after: { trial: 0, outcome: 'needed' } },
    { ...undone('right twice'), after: { trial: 0, outcome: 'needed' } },
    { ...undone('wrong'), after: { trial: 2, outcome: 'survived' } },
    { ...undone('wrong'), after: { trial: 2, outcome: 'needed' } },
  ]
  expect(tried([{ command: 'grep -q right product' }], trials).outcomes).toEqual([
    'needed',
    'needed',
    'survived',
    'needed',
    'untried',
  ])
})

test('a file whose name a shell would read is undone like any other file', () => {
  const path = "app/[id]/$(touch made) it's ü.js"
  const trials: Trial[] = ['wrong', undefined].map((text) => ({ files: [{ path, text }], implied: [] }))
  const tests = { check: 'test', by: 'base' as const, files: [] }
  const command = `grep -q right app/*/*.js && ! [ -e made ]`
  const runs = [{ by: 'needed' as const, tests, builds: [], command, files: [] }]
  const run = scriptOf({ tests: runs, trials, nonce, budget: { busyMs: 60_000, mostMs: 60_000 } })
  const { result, printed } = runOver({ [path]: 'right' }, { ...run, command: `${run.command}; cat app/*/*.js` })
  expect(resultsOf(result, 2, nonce).map(({ outcome }) => outcome)).toEqual(['needed', 'needed'])
  expect(printed).toBe('right')
})

test.runIf(isLong)('a run that took long since the machine is slower notices nothing', () => {
  const slower = 'if [ -e "$F/ran" ]; then sleep 7; fi; : > "$F/ran"'
  expect(tried([{ command: slower }], [undone('wrong')], 120_000).outcomes).toEqual(['survived'])
  const hanging = 'if ! grep -q right product; then sleep 60; fi'
  expect(tried([{ command: hanging }], [undone('wrong')], 120_000).outcomes).toEqual(['needed'])
})
