import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksFor, outcomeOf, worsened } from './checks.ts'

const outcome = fc.constantFrom('passed', 'failed', 'could_not_run')

test.each([
  [
    'the test script of a package',
    { 'package.json': '{"scripts":{"pretest":"lint","test":"node --test"}}' },
    'node --test',
  ],
  ['a Makefile with test', { Makefile: 'all:\n\ntest: all\n\t./t\n' }, 'make test'],
  ['a Makefile with check alone', { Makefile: 'check:\n\t./t\n' }, 'make check'],
  ['pytest in pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
  ['a Go module', { 'go.mod': 'module a\n' }, 'go test ./...'],
  ['a Rust crate', { 'Cargo.toml': '[package]\n' }, 'cargo test --offline'],
  ['a package before a Makefile', { 'package.json': '{"scripts":{"test":"t"}}', Makefile: 'test:\n' }, 't'],
])('%s gives one check', (_title, files, command) => {
  expect(checksFor({}, files)).toEqual([{ name: 'test', command }])
})

test.each([
  ['no telling file', {}],
  [
    'the placeholder that npm writes',
    { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
  ],
  ['a package.json that is none', { 'package.json': '{' }],
  ['a script that is no text', { 'package.json': '{"scripts":{"test":7}}' }],
  ['a package.json of null', { 'package.json': 'null' }],
])('%s gives none', (_title, files) => {
  expect(checksFor({}, files)).toEqual([])
})

test('checks that the project sets stand for the detected ones, even when there are none', () => {
  const checks = [{ name: 'unit', command: 'make unit' }]
  expect(checksFor({ checks }, { 'go.mod': '' })).toEqual(checks)
  expect(checksFor({ checks: [] }, { 'go.mod': '' })).toEqual([])
})

test('a command that is missing or was stopped is no verdict on the code', () => {
  expect([0, 1, 126, 127, null].map((exitCode) => outcomeOf({ exitCode }))).toEqual([
    'passed',
    'failed',
    'could_not_run',
    'could_not_run',
    'could_not_run',
  ])
  expect(outcomeOf({ exitCode: 0, stoppedBy: 'wall-time' })).toBe('could_not_run')
})

test('a check is worse exactly when it passed on the base and does not on the change', () => {
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
