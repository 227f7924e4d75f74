import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksFor, logsOf, outcomeOf, setupName, worsened } from './checks.ts'

const outcome = fc.constantFrom('passed', 'failed', 'could_not_run')

test.each([
  [
    'the test script of a package',
    { 'package.json': '{"scripts":{"pretest":"lint","test":"node --test"}}' },
    'node --test',
  ],
  ['a Makefile with test', { Makefile: 'all:\n\ntest: all\n\t./t\n' }, 'make test'],
  ['a Makefile with only check', { Makefile: 'check:\n\t./t\n' }, 'make check'],
  ['pytest in pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
  ['a Go module', { 'go.mod': 'module a\n' }, 'go test ./...'],
  ['a Rust crate', { 'Cargo.toml': '[package]\n' }, 'cargo test --offline'],
  ['a package before a Makefile', { 'package.json': '{"scripts":{"test":"t"}}', Makefile: 'test:\n' }, 't'],
])('%s gives one check', (_title, files, command) => {
  expect(checksFor({}, files)).toEqual([{ name: 'test', command }])
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
])('%s gives no check', (_title, files) => {
  expect(checksFor({}, files)).toEqual([])
})

test('checks set on the project replace the detected ones, also when none are set', () => {
  const checks = [{ name: 'unit', command: 'make unit' }]
  expect(checksFor({ checks }, { 'go.mod': '' })).toEqual(checks)
  expect(checksFor({ checks: [] }, { 'go.mod': '' })).toEqual([])
})

test('a missing or stopped command gives no verdict on the code', () => {
  expect([0, 1, 126, 127, null].map((exitCode) => outcomeOf({ exitCode }))).toEqual([
    'passed',
    'failed',
    'could_not_run',
    'could_not_run',
    'could_not_run',
  ])
  expect(outcomeOf({ exitCode: 0, stoppedBy: 'wall-time' })).toBe('could_not_run')
})

test('a check is worse exactly when it passed on the base and fails on the change', () => {
  fc.assert(
    fc.property(outcome, fc.option(outcome), (base, task) => {
      const rows = [
        { name: 'a', phase: 'base' as const, outcome: base as 'passed' },
        ...(task ? [{ name: 'a', phase: 'task' as const, outcome: task as 'passed' }] : []),
      ]
      expect(worsened(rows)).toEqual(base === 'passed' && task !== 'passed' ? ['a'] : [])
    }),
  )
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
  const row = (name: string, phase: 'base' | 'task', log: string) => ({ name, phase, log })
  const rows = [row('a', 'base', 'before'), row('a', 'task', 'after'), row('b', 'task', 'other'), row('c', 'task', '')]
  expect(logsOf(rows, ['a', 'c'])).toBe('a:\nafter')
  const long = logsOf([row('a', 'task', `${'𝄞'.repeat(20_000)}x`)], ['a'])
  expect([long.isWellFormed(), long.endsWith('𝄞x'), long.length < 10_000]).toEqual([true, true, true])
})
