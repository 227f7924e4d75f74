import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestOutcome } from '../../../packages/verdict/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { setupName } from '../workbench/check.ts'
import {
  checksFor,
  checksOverChange,
  faultsOfMend,
  logsOf,
  mayPassAgain,
  combineRuns,
  passedAgain,
  withReportOf,
} from './rules-checks.ts'
import { outcomeOf } from '../../../execution/packages/index.ts'

test.each([
  [
    'the test script of a package',
    { 'package.json': '{"scripts":{"pretest":"lint","test":"node --test"}}' },
    'node --test',
  ],
  ['a Makefile with test', { Makefile: 'all:\n\ntest: all\n\t./t\n' }, 'make test'],
  ['a Makefile with only check', { Makefile: 'check:\n\t./t\n' }, 'make check'],
  ['pytest in tox.ini', { 'tox.ini': '[testenv]\ncommands = py.test\n' }, 'python3 -m pytest -q'],
  ['a pytest.ini', { 'pytest.ini': '[pytest]\n' }, 'python3 -m pytest -q'],
  [
    'unittest in pyproject.toml',
    { 'pyproject.toml': 'commands = [["python", "-m", "unittest"]]\n' },
    'python3 -m unittest',
  ],
  ['a test task of Rake', { Rakefile: 'Rake::TestTask.new(:test) do |t|\nend\n' }, 'rake test'],
  ['RSpec', { Rakefile: 'RSpec::Core::RakeTask.new\n', 'Gemfile.lock': '' }, 'bundle exec rake spec'],
  ['a script of Composer', { 'composer.json': '{"scripts":{"test":"phpunit"}}' }, 'composer run-script test'],
  ['PHPUnit', { 'composer.json': '{"require-dev":{"phpunit/phpunit":"9"}}' }, 'vendor/bin/phpunit'],
  ['pytest in pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
  ['a Go module', { 'go.mod': 'module a\n' }, 'go test ./...'],
  ['a Rust crate', { 'Cargo.toml': '[package]\n' }, 'cargo test --offline'],
  ['a Maven project', { 'pom.xml': '<project/>' }, 'mvn -o -B -fae test'],
  ['a Gradle project', { 'build.gradle.kts': '' }, 'gradle --offline --continue test'],
  ['a wrapper of Gradle', { 'build.gradle': '', gradlew: '' }, 'sh gradlew --offline --continue test'],
  ['a script that mends', { 'package.json': '{"scripts":{"test":"xo --fix && ava"}}' }, 'xo && ava'],
  ['a script that watches', { 'package.json': '{"scripts":{"test":"node --test --watch a"}}' }, 'node --test a'],
  ['a package before a Makefile', { 'package.json': '{"scripts":{"test":"t"}}', Makefile: 'test:\n' }, 't'],
])('%s gives the check of the tests first', (_title, files, command) => {
  expect(checksFor({}, files)[0]).toEqual({ name: 'test', command })
})

const scripts = (others: object, more: object = {}) => ({
  'package.json': JSON.stringify({ scripts: { test: 't', ...others }, ...more }),
})
test.each<readonly [string, Parameters<typeof checksFor>[1], readonly string[]]>([
  [
    'scripts',
    scripts({ build: 'vite build', lint: 'eslint .', 'type-check': 'tsc' }),
    ['lint: eslint .', 'typecheck: tsc', 'build: vite build'],
  ],
  ['scripts that do not end or leave the machine', scripts({ build: 'vite build --watch', lint: 'npm publish' }), []],
  [
    'scripts that mend what they find',
    scripts({ lint: 'oxlint --fix src && prettier . --write --log-level warn && biome check --write --unsafe' }),
    ['lint: oxlint src && prettier . --check --log-level warn && biome check'],
  ],
  ['scripts of other names', scripts({ start: 'a', prepublish: 'b', deploy: 'c', release: 'd' }), []],
  ['scripts that the tests run', { 'package.json': '{"scripts":{"test":"npm run lint && t","lint":"eslint ."}}' }, []],
  [
    'TypeScript without a script',
    { ...scripts({}, { devDependencies: { typescript: '5' } }), 'tsconfig.json': '{}' },
    ['typecheck: tsc --noEmit'],
  ],
  ['TypeScript that is no dependency', { ...scripts({}), 'tsconfig.json': '{}' }, []],
  ['targets', { Makefile: 'test:\n\tt\nlint:\n\tl\nbuild: x\n' }, ['lint: make lint', 'build: make build']],
  [
    'ruff and mypy',
    { 'pyproject.toml': '[tool.pytest]\n[tool.ruff]\n[tool.mypy]\nfiles = "a"\n' },
    ['lint: ruff check .', 'typecheck: mypy'],
  ],
  [
    'flake8 and pyright',
    { 'pyproject.toml': '[tool.pytest]\n', 'setup.cfg': '[flake8]\n', 'pyrightconfig.json': '{}' },
    ['lint: flake8', 'typecheck: pyright'],
  ],
  ['Go', { 'go.mod': 'module a\n' }, ['lint: go vet ./...', 'build: go build ./...']],
  ['a crate', { 'Cargo.toml': '[package]\n' }, ['typecheck: cargo check --offline']],
  [
    'a crate with clippy',
    { 'Cargo.toml': '[package]\n', 'clippy.toml': '' },
    ['lint: cargo clippy --offline', 'typecheck: cargo check --offline'],
  ],
])('%s give checks beside the tests, with a limit of time', (_what, files, expected) => {
  const beside = checksFor({}, files).slice(1)
  expect(beside.map(({ name, command }) => `${name}: ${command}`)).toEqual(expected)
  for (const { wallMs } of beside) expect(wallMs).toBe(90_000)
})

test('a project without tests has no check beside them', () => {
  expect(checksFor({}, { 'package.json': '{"scripts":{"lint":"eslint ."}}' })).toEqual([])
})

test('derived checks run over a change only if the base passes them, with the command of the base', () => {
  const rows = [
    { name: 'test', command: 't', outcome: 'failed' as const },
    { name: 'lint', command: 'l', outcome: 'failed' as const },
    { name: 'build', command: 'b', outcome: 'passed' as const },
  ]
  expect(checksOverChange({}, rows)).toEqual([
    { name: 'test', command: 't' },
    { name: 'build', command: 'b', wallMs: 180_000 },
  ])
  const checks = rows.map(({ name, command }) => ({ name, command }))
  expect(checksOverChange({ checks }, rows)).toEqual(checks)
})

test.each([
  ['a project without a known file', {}],
  [
    'the placeholder that npm writes',
    { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
  ],
  ['an invalid package.json', { 'package.json': '{' }],
  ['a script that is not a string', { 'package.json': '{"scripts":{"test":7}}' }],
  ['a package.json of null', { 'package.json': 'null' }],
])('%s has no check', (_title, files) => {
  expect(checksFor({}, files)).toEqual([])
})

test('checks set on the project replace the detected ones, also when none are set', () => {
  const checks = [{ name: 'unit', command: 'make unit' }]
  expect(checksFor({ checks }, { 'go.mod': '' })).toEqual(checks)
  expect(checksFor({ checks: [] }, { 'go.mod': '' })).toEqual([])
})

test('a missing or stopped command leads to no verdict on the code', () => {
  expect([0, 1, 126, 127, null].map((exitCode) => outcomeOf({ exitCode }))).toEqual([
    'passed',
    'failed',
    'could_not_run',
    'could_not_run',
    'could_not_run',
  ])
  expect(outcomeOf({ exitCode: 0, stoppedBy: 'wall-time' })).toBe('could_not_run')
})

const row = (outcome: CheckRow['outcome'], tests?: Readonly<Record<string, TestOutcome>>): CheckRow => ({
  name: 'test',
  command: 'node --test',
  phase: 'base',
  outcome,
  exitCode: outcome === 'passed' ? 0 : 1,
  stoppedBy: null,
  durationMs: 1,
  log: '',
  coverage: null,
  report: tests
    ? {
        runner: 'node --test',
        tests: Object.entries(tests).map(([name, of]) => ({ file: 'a', name, outcome: of })),
      }
    : null,
})

test('a check that passes in one of two runs passes, and names the tests that differ', () => {
  const outcomes = fc.constantFrom<CheckRow['outcome']>('passed', 'failed', 'could_not_run')
  fc.assert(
    fc.property(outcomes, outcomes, (one, other) => {
      const both = [one, other]
      const expected = ['passed', 'failed', 'could_not_run'].find((outcome) => both.includes(outcome as 'passed'))
      expect(combineRuns(row(one), row(other)).outcome).toBe(expected)
    }),
  )
  const first = row('failed', { a: 'failed', b: 'passed' })
  const second = row('failed', { a: 'passed', b: 'passed', c: 'passed' })
  expect(combineRuns(first, second).report?.flaky).toEqual(['a\0a', 'a\0c'])
})

test('a check that fails since the change and passes when repeated is flaky, and a check that fails twice is not', () => {
  const base = row('passed', { a: 'passed', b: 'passed' })
  const failed = row('failed', { a: 'failed', b: 'passed' })
  const passed = row('passed', { a: 'passed', b: 'passed' })
  expect(passedAgain(base, failed, passed)).toMatchObject({ outcome: 'passed', report: { flaky: ['a\0a'] } })
  expect(passedAgain(base, failed, passed).log).toContain('it is flaky')
  for (const second of [failed, row('could_not_run')]) expect(passedAgain(base, failed, second)).toBe(failed)
  const broken = row('failed', { a: 'passed', b: 'failed' })
  const both = row('failed', { a: 'failed', b: 'failed' })
  expect(passedAgain(broken, both, broken)).toMatchObject({ outcome: 'failed', report: { flaky: ['a\0a'] } })
  expect(passedAgain(broken, both, both)).toBe(both)
})

test('only a missing program is not asked a second time', () => {
  const ended = (outcome: CheckRow['outcome'], exitCode: number | null) => mayPassAgain({ outcome, exitCode })
  expect([ended('passed', 0), ended('could_not_run', 127), ended('could_not_run', 126)]).toEqual([false, false, false])
  expect([ended('failed', 1), ended('could_not_run', null)]).toEqual([true, true])
})

test('a check without its report from the base has failed', () => {
  const good = row('passed', { a: 'passed' })
  const none = row('passed')
  const faulty: CheckRow = { ...good, report: { runner: 'x', tests: [], fault: 'It is missing.' } }
  expect([good, none, undefined, faulty].map((base) => withReportOf(base, faulty).outcome)).toEqual([
    'failed',
    'passed',
    'passed',
    'passed',
  ])
  expect(withReportOf(good, good)).toBe(good)
  const fault = expect.stringMatching(/no runner that is known/) as string
  expect(withReportOf(good, none)).toMatchObject({ outcome: 'failed', report: { tests: [], fault } })
  expect([undefined, none, faulty].map((base) => withReportOf(base, none))).toEqual([none, none, none])
})

test('every check has a unique name, different from that of the setup, and keeps its command', () => {
  const check = fc.record({ name: fc.constantFrom('a', 'a 2', 'b', setupName), command: fc.string() })
  fc.assert(
    fc.property(fc.array(check), (checks) => {
      const given = checksFor({ checks }, {})
      const names = given.map(({ name }) => name)
      expect(new Set(names).size).toBe(checks.length)
      expect(names).not.toContain(setupName)
      expect(given.map(({ command }) => command)).toEqual(checks.map(({ command }) => command))
      for (const [index, { name }] of checks.entries()) expect(names[index]!.startsWith(name)).toBe(true)
    }),
  )
})

test('a log holds the end of the output of each failed check, in whole characters', () => {
  const printed = (name: string, phase: 'base' | 'task', outcome: CheckRow['outcome'], log: string) => ({
    name,
    phase,
    outcome,
    log,
  })
  const rows = [
    printed('a', 'base', 'failed', 'before'),
    printed('a', 'task', 'failed', 'after'),
    printed('b', 'task', 'passed', 'other'),
    printed('c', 'task', 'could_not_run', ''),
  ]
  expect(logsOf(rows)).toBe('a:\nafter')
  const long = logsOf([printed('a', 'task', 'failed', `${'𝄞'.repeat(20_000)}x`)])
  expect([long.isWellFormed(), long.endsWith('𝄞x'), long.length < 10_000]).toEqual([true, true, true])
})

test('a change mends what passes over it, and nothing that failed, could not run or was not run', () => {
  const row = (name: string, phase: string, outcome: string) => ({ name, phase, outcome })
  const rows = [row('a', 'base', 'failed'), row('a', 'task', 'passed'), row('b', 'base', 'passed')]
  const more = [row('c', 'task', 'failed'), row('d', 'task', 'could_not_run')]
  const faults = faultsOfMend(['a', 'b', 'c', 'd'], [...rows, ...more])
  expect(faults.map((fault) => /“(\w)”/.exec(fault)?.[1])).toEqual(['b', 'c', 'd'])
})
