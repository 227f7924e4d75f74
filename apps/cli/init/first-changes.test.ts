import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstChanges, type CheckoutFacts } from './first-changes.ts'
import { asksForNetwork, lacksModule, tellingLine } from './telling-line.ts'
import { secretFilesAmong, secretNames } from './secret-names.ts'

const whole: CheckoutFacts = {
  paths: ['README.md', 'AGENTS.md', '.gitignore', 'src/sum.js', 'src/sum.test.js'],
  readme: 'Run the tests with npm test.',
  testCommand: 'npm test',
  tests: 'passed',
  isSetUp: true,
  testsEnd: '',
  unlockedManifest: undefined,
  postponed: [],
}
const titlesOf = (facts: Partial<CheckoutFacts>) => firstChanges({ ...whole, ...facts }).map(({ title }) => title)

test('first changes are what the checkout itself asks for, the most useful first', () => {
  expect(titlesOf({})).toEqual([])
  expect(titlesOf({ tests: 'failed', testsEnd: 'not ok 1\nExpected 3, got 4\n' })).toEqual([
    'Make the tests pass that fail with npm test',
  ])
  expect(firstChanges({ ...whole, tests: 'failed', testsEnd: 'Expected 3\n' })[0]!.reason).toContain('Expected 3')
  expect(titlesOf({ tests: 'could_not_run' })).toEqual([])
  expect(titlesOf({ tests: 'failed', isSetUp: false })).toEqual([])
  expect(titlesOf({ testCommand: undefined, tests: 'not_run' })[0]).toContain('Add a first test')
  expect(titlesOf({ paths: [...whole.paths, 'src/round.js'], unlockedManifest: 'package.json' })).toEqual([
    'Add a lock file for the packages of package.json',
    'Add tests for src/round.js',
  ])
  expect(titlesOf({ paths: ['src/sum.js', 'test/other_things.js'], readme: undefined })).toEqual([
    'Write a README: what this is, and how to run it',
    'Add an AGENTS.md: how this is built and tested, and its conventions',
    'Add a .gitignore for what building and testing leave behind',
  ])
  expect(titlesOf({ postponed: [{ path: 'a.js', line: 3, text: '// later' }] })).toEqual(['Do what a.js:3 puts off'])
})

test('the line of a log that says most is an error or a test, and never a place in a program', () => {
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
    readme: fc.option(fc.string(), { nil: undefined }),
    testCommand: fc.option(fc.string(), { nil: undefined }),
    tests: fc.constantFrom('passed', 'failed', 'could_not_run', 'not_run'),
    isSetUp: fc.boolean(),
    testsEnd: fc.string(),
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
