import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstChanges, unlockedManifestAmong, type CheckoutFacts } from './first-changes.ts'

const whole: CheckoutFacts = {
  paths: ['src/sum.js', 'src/sum.test.js'],
  testCommand: 'npm test',
  tests: 'passed',
  isSetUp: true,
  failure: undefined,
  logs: [],
  failedChecks: [],
  unlockedManifest: undefined,
  postponed: [],
  untested: [],
  day: '2026-11-29',
}
const titlesOf = (facts: Partial<CheckoutFacts>) => firstChanges({ ...whole, ...facts }).map(({ title }) => title)

test('first changes have evidence in the checkout, the most useful first', () => {
  expect(titlesOf({})).toEqual([])
  expect(titlesOf({ tests: 'failed', failure: 'Expected 3, got 4' })).toEqual([
    'Make the tests pass that fail with npm test',
  ])
  const failed = { ...whole, tests: 'failed', failure: 'Expected 3' } as const
  expect(firstChanges(failed)).toMatchObject([{ reason: 'They say: Expected 3', proof: 'npm test passes' }])
  expect(firstChanges({ ...failed, passedTests: 12, runtime: 'Node 24.1.0' })).toMatchObject([
    { reason: 'With Node 24.1.0 they say: Expected 3. 12 other tests pass.' },
  ])
  const postponed = [{ path: 'a.js', line: 3, text: '// TODO: remove after 2026-11-28' }]
  expect(firstChanges({ ...failed, postponed })[1]).toMatchObject({ proof: 'no test fails that passes now' })
  expect(titlesOf({ tests: 'failed' })).toEqual([])
  expect(titlesOf({ tests: 'could_not_run', failure: 'Expected 3' })).toEqual([])
  expect(titlesOf({ tests: 'failed', failure: 'Expected 3', isSetUp: false })).toEqual([])
  expect(titlesOf({ testCommand: undefined, tests: 'not_run' })[0]).toContain('Add a first test')
  expect(titlesOf({ unlockedManifest: 'package.json' })).toEqual(['Add a lock file for the packages of package.json'])
})

test('lock files of two package managers are one suggestion', () => {
  expect(titlesOf({ paths: ['package.json', 'pnpm-lock.yaml', 'package-lock.json'] })).toEqual([
    'Keep one lock file of package-lock.json and pnpm-lock.yaml',
  ])
  expect(titlesOf({ paths: ['package.json', 'pnpm-lock.yaml', 'website/package-lock.json'] })).toEqual([])
})

test('a lock file is missing only where the project has said nothing against one', () => {
  expect(unlockedManifestAmong(['package.json', 'a.js'], {})).toBe('package.json')
  expect(unlockedManifestAmong(['package.json'], { '.npmrc': 'fund=false\n', '.gitignore': 'dist\n' })).toBe(
    'package.json',
  )
  expect(unlockedManifestAmong(['package.json', 'yarn.lock'], {})).toBeUndefined()
  expect(unlockedManifestAmong(['package.json'], { '.npmrc': 'fund=false\npackage-lock=false\n' })).toBeUndefined()
  expect(unlockedManifestAmong(['package.json'], { '.gitignore': 'node_modules\nyarn.lock\r\n' })).toBeUndefined()
  expect(unlockedManifestAmong(['Cargo.toml'], { '.gitignore': '/Cargo.lock\n/target\n' })).toBeUndefined()
  expect(unlockedManifestAmong(['Cargo.toml'], { '.npmrc': 'package-lock=false\n' })).toBe('Cargo.toml')
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
  const fulfilled = {
    path: 'a.py',
    line: 3,
    text: '# remove once we drop 3.8',
    fulfilledBy: 'requires-python = ">=3.10"',
  }
  expect(firstChanges({ ...whole, postponed: [fulfilled] })).toMatchObject([
    { title: 'Do what a.py:3 puts off', reason: `The project says ${fulfilled.fulfilledBy}: ${fulfilled.text}` },
  ])
  const warned = (path: string) => titlesOf({ logs: [`1 passed\n  ${path}:3: DeprecationWarning: use b\n`] })
  expect(warned('src/sum.js')).toEqual(['Replace what src/sum.js uses and is deprecated'])
  expect(warned('node_modules/a.js')).toEqual([])
  for (const log of [
    'warning: use of deprecated function `a`\n --> src/sum.js:3:5\n',
    'src/sum.js:3:2: ioutil.ReadAll is deprecated: use io (SA1019)\n',
  ])
    expect(titlesOf({ logs: [log] })).toEqual(['Replace what src/sum.js uses and is deprecated'])
  expect(titlesOf({ logs: ['npm warn deprecated glob@7.2.3: old\n'] })).toEqual([])
  const named = 'tests/deprecated.rs'
  expect(titlesOf({ paths: [named], logs: [`test ${named} ... ok\n`] })).toEqual([])
})

test('an advisory of npm audit that an update mends comes before all but failing tests, the worst first', () => {
  const block = (name: string, severity: string, end: string) =>
    `${name}  <=4.17.20\nSeverity: ${severity}\nCommand Injection in ${name} - https://github.com/advisories/GHSA-35jh-r3h4-6jhm\n${end}\nnode_modules/${name}\n`
  const mended = 'fix available via `npm audit fix`'
  const log = `# npm audit report\n\n${block('ws', 'low', mended)}\n${block('lodash', 'high', mended)}\n2 vulnerabilities\n`
  expect(firstChanges({ ...whole, logs: [log], unlockedManifest: 'package.json' })).toEqual([
    {
      title: 'Update lodash, which has a known advisory',
      reason:
        'Severity high, versions <=4.17.20: Command Injection in lodash - https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
      touches: 'the manifest and the lock file',
      proof: 'npm audit no longer names it, and npm test passes',
    },
    expect.objectContaining({ title: 'Add a lock file for the packages of package.json' }),
  ])
  expect(titlesOf({ logs: [block('lodash', 'high', 'No fix available')] })).toEqual([])
})

test('a function that changed often and that no test names does, where the tests do not fail', () => {
  const untested = [{ path: 'src/range.js', name: 'parseRange', commits: 7 }]
  expect(firstChanges({ ...whole, untested })).toEqual([
    expect.objectContaining({
      title: 'Add tests for parseRange of src/range.js',
      reason: '7 of the newest commits changed it, and no test names it or its file.',
    }),
  ])
  expect(titlesOf({ untested, tests: 'could_not_run' })).toEqual([])
})

test('there are at most three, each once, for any findings', () => {
  const facts = fc.record({
    paths: fc.array(fc.constantFrom('a.js', 'a.test.js', 'src/b.py', 'README.md', 'AGENTS.md', 'x y.js'), {
      maxLength: 6,
    }),
    testCommand: fc.option(fc.string(), { nil: undefined }),
    tests: fc.constantFrom('passed', 'failed', 'could_not_run', 'not_run'),
    isSetUp: fc.boolean(),
    failure: fc.option(fc.string(), { nil: undefined }),
    logs: fc.array(fc.string()),
    failedChecks: fc.constant([]),
    day: fc.constant('2026-11-29'),
    unlockedManifest: fc.constantFrom(undefined, 'package.json'),
    untested: fc.constantFrom([], [{ path: 'a.js', name: 'adds', commits: 5 }]),
    postponed: fc.constantFrom([], [{ path: 'a.js', line: 1, text: 'x' }]),
  })
  fc.assert(
    fc.property(facts, (one) => {
      const titles = firstChanges(one as CheckoutFacts).map(({ title }) => title)
      expect(titles.length).toBeLessThanOrEqual(3)
      expect(new Set(titles).size).toBe(titles.length)
      expect(titles.some((title) => title.startsWith('Make the tests pass'))).toBe(
        one.tests === 'failed' && one.isSetUp && one.failure !== undefined,
      )
    }),
    { numRuns: 100 },
  )
})
