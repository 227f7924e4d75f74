import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstChanges, type CheckoutFacts } from './first-changes.ts'
import { asksForNetwork, lacksModule, tellingLine } from './telling-line.ts'
import { secretFilesAmong, secretNames } from './checkout.ts'

const whole: CheckoutFacts = {
  paths: ['src/sum.js', 'src/sum.test.js'],
  testCommand: 'npm test',
  tests: 'passed',
  isSetUp: true,
  testsEnd: '',
  logs: [],
  failedChecks: [],
  unlockedManifest: undefined,
  postponed: [],
  day: '2026-11-29',
}
const titlesOf = (facts: Partial<CheckoutFacts>) => firstChanges({ ...whole, ...facts }).map(({ title }) => title)

test('first changes have evidence in the checkout, the most useful first', () => {
  expect(titlesOf({})).toEqual([])
  expect(titlesOf({ tests: 'failed', testsEnd: 'not ok 1\nExpected 3, got 4\n' })).toEqual([
    'Make the tests pass that fail with npm test',
  ])
  expect(firstChanges({ ...whole, tests: 'failed', testsEnd: 'Expected 3\n' })).toEqual([
    expect.objectContaining({ reason: 'They say: Expected 3', proof: 'npm test passes' }),
  ])
  expect(titlesOf({ tests: 'could_not_run' })).toEqual([])
  expect(titlesOf({ tests: 'failed', isSetUp: false })).toEqual([])
  expect(titlesOf({ testCommand: undefined, tests: 'not_run' })[0]).toContain('Add a first test')
  expect(titlesOf({ unlockedManifest: 'package.json' })).toEqual(['Add a lock file for the packages of package.json'])
})

test('a name without a test, a page without a sentence and a mark without a day suggest nothing', () => {
  const paths = ['doc.go', 'build.rs', '.php-cs-fixer.dist.php', 'src/a.go', 'src/a_test.go']
  expect(titlesOf({ paths, postponed: [{ path: 'a.js', line: 3, text: '// TODO: later' }] })).toEqual([])
})

test('a finding that its tool can mend, a day that has passed and a deprecation of the own code do', () => {
  const lint = {
    command: 'eslint .',
    log: 'a.js\n  1 error and 0 warnings potentially fixable with the `--fix` option.',
  }
  expect(titlesOf({ failedChecks: [lint] })).toEqual(['Mend what eslint . finds and its tool can mend'])
  expect(titlesOf({ failedChecks: [{ ...lint, log: '1 error' }] })).toEqual([])
  const due = (text: string) => titlesOf({ postponed: [{ path: 'a.js', line: 3, text }] })
  expect(due('// TODO: remove after 2026-11-28')).toEqual(['Do what a.js:3 puts off'])
  expect(due('// TODO: remove after 2026-11-29')).toEqual([])
  const warned = (path: string) => titlesOf({ logs: [`1 passed\n  ${path}:3: DeprecationWarning: use b\n`] })
  expect(warned('src/sum.js')).toEqual(['Replace what src/sum.js uses and is deprecated'])
  expect(warned('node_modules/a.js')).toEqual([])
  for (const log of [
    'warning: use of deprecated function `a`\n --> src/sum.js:3:5\n',
    'src/sum.js:3:2: ioutil.ReadAll is deprecated: use io (SA1019)\n',
  ])
    expect(titlesOf({ logs: [log] })).toEqual(['Replace what src/sum.js uses and is deprecated'])
  expect(titlesOf({ logs: ['npm warn deprecated glob@7.2.3: old\n'] })).toEqual([])
})

test('the line of a log that is most useful is an error or a test, and never a place in a program', () => {
  const log =
    'ok 1 - adds\nnot ok 2 - adds nothing\n  AssertionError [ERR_ASSERTION]: NaN == 0\n    at run (a.js:3:1)\n  }\n# fail 1\n'
  expect(tellingLine(log)).toBe('AssertionError [ERR_ASSERTION]: NaN == 0')
  expect(tellingLine('E   assert 3 == 4\n1 failed in 0.1s\n')).toBe('E   assert 3 == 4')
  expect(tellingLine('expected 3, got 4\n')).toBe('expected 3, got 4')
  expect(tellingLine('\u001B[36m09:18\u001B[39m DEBUG\n\u001B[31mError: no browser\u001B[39m\n')).toBe(
    'Error: no browser',
  )
  expect(tellingLine(' \n')).toBe('it printed nothing')
})

test.each([
  [
    'go: go.mod file not found in current directory\nmake: *** [Makefile:8: test] Error 1',
    /^go: go\.mod file not found/,
  ],
  [
    "error: no matching package named `a` found\nlocation searched\nAs a reminder, you're using offline mode",
    /named `a`/,
  ],
  [
    "rake aborted!\nDon't know how to build task 'test'\n\n(See full trace by running task with --trace)",
    /^Don't know/,
  ],
  [
    '[ERROR] COMPILATION ERROR :\n[ERROR] -> [Help 1]\n[ERROR] Re-run Maven using the -X switch',
    /^\[ERROR\] COMPILATION/,
  ],
  ['FAILURE: Build failed\n* What went wrong:\nNo such thing.\n* Try:\n> Run with --info', /^No such thing/],
  ['src/a.c:3:1: error: x\nmake[1]: *** [a.o] Error 1\nmake: *** [all] Error 2', /^src\/a\.c:3:1/],
])('a hint and the last words of a program that ran others are not that line: %s', (log, line) => {
  expect(tellingLine(log)).toMatch(line)
})

test('a log that looks for a host, or lacks a module, shows an environment that fails', () => {
  expect(asksForNetwork('npm error request failed, reason: getaddrinfo EAI_AGAIN registry.example')).toBe(true)
  expect(asksForNetwork('not ok 1 - adds')).toBe(false)
  expect(lacksModule("E   ModuleNotFoundError: No module named 'shop.version'")).toBe(true)
  expect(lacksModule('AssertionError: 1 != 2')).toBe(false)
})

test('there are at most three, each once, for any findings', () => {
  const facts = fc.record({
    paths: fc.array(fc.constantFrom('a.js', 'a.test.js', 'src/b.py', 'README.md', 'AGENTS.md', 'x y.js'), {
      maxLength: 6,
    }),
    testCommand: fc.option(fc.string(), { nil: undefined }),
    tests: fc.constantFrom('passed', 'failed', 'could_not_run', 'not_run'),
    isSetUp: fc.boolean(),
    testsEnd: fc.string(),
    logs: fc.array(fc.string()),
    failedChecks: fc.constant([]),
    day: fc.constant('2026-11-29'),
    unlockedManifest: fc.constantFrom(undefined, 'package.json'),
    postponed: fc.constantFrom([], [{ path: 'a.js', line: 1, text: 'x' }]),
  })
  fc.assert(
    fc.property(facts, (one) => {
      const titles = firstChanges(one as CheckoutFacts).map(({ title }) => title)
      expect(titles.length).toBeLessThanOrEqual(3)
      expect(new Set(titles).size).toBe(titles.length)
      expect(titles.some((title) => title.startsWith('Make the tests pass'))).toBe(
        one.tests === 'failed' && one.isSetUp,
      )
    }),
    { numRuns: 100 },
  )
})

const valueOf = (name: string) => ['$', `{{ secrets.${name} }}`].join('')

test('secrets are named from templates and workflows, without their values', () => {
  expect(secretFilesAmong(['.env', '.env.example', 'api/.env.sample', '.github/workflows/ci.yml', 'a.yml'])).toEqual([
    '.env.example',
    'api/.env.sample',
    '.github/workflows/ci.yml',
  ])
  const files = new Map([
    ['.env.example', 'PORT=4000\nexport STRIPE_API_KEY=sk_live_never\n# OLD_TOKEN=\nDB_PASSWORD =x\n'],
    ['.github/workflows/ci.yml', `env:\n  A: ${valueOf('NPM_TOKEN')}\n  B: ${valueOf('GITHUB_TOKEN')}\n`],
  ])
  expect(secretNames(files)).toEqual(['STRIPE_API_KEY', 'DB_PASSWORD', 'NPM_TOKEN'])
})
