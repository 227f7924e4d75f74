import { expect, test } from 'vitest'
import { noNeedFacts } from '../../../execution/setup/index.ts'
import type { Checkout } from './checkout.ts'
import { checkoutRows } from './found-rows.ts'
import type { TriedCheckout, TriedCommand } from './try-tests.ts'

const checkout: Checkout = {
  commit: 'a'.repeat(40),
  paths: [],
  needs: noNeedFacts,
  checks: [
    { name: 'test', command: 'npm test' },
    { name: 'lint', command: 'eslint .' },
  ],
  plan: { managers: ['npm'] } as unknown as NonNullable<Checkout['plan']>,
  unlockedManifest: undefined,
  secretNames: [],
  work: { postponed: [], untested: [] },
}
const tried = (more: Partial<TriedCommand>): TriedCommand => ({
  name: 'lint',
  command: 'go vet ./...',
  outcome: 'could_not_run',
  durationMs: 90_020,
  exitCode: null,
  stoppedBy: null,
  log: '',
  ...more,
})
const rowsOf = (given: Partial<TriedCheckout>, what: string) =>
  checkoutRows({
    checkout,
    tried: { checks: [], offered: [], ...given },
    secrets: new Set(),
    atelier: 'atelier',
  }).filter((row) => row.what === what)

test('a check that was stopped at its time limit is reported, and names no cause of another kind', () => {
  expect(rowsOf({ checks: [tried({ stoppedBy: 'wall-time' })] }, 'checks')).toEqual([
    {
      what: 'checks',
      state: 'missing',
      finding: 'go vet ./... was stopped after 1 min 30 s.',
      remedy: 'To have it judge changes, name a smaller command: atelier project set --check lint="<command>"',
    },
  ])
})

test('a check that another limit stopped names the limit, and the settings that raise it', () => {
  const [row] = rowsOf(
    { checks: [tried({ name: 'test', command: 'npm test', stoppedBy: 'memory', durationMs: 3_000 })] },
    'tests',
  )
  expect(row!.finding).toBe('npm test was stopped after 3.0 s at its limit of memory.')
  expect(row!.remedy).toMatch(/^Raise the limit by ATELIER_SANDBOX_MEMORY_MIB, /)
})

test('tests that pass are counted', () => {
  const passed = { name: 'test', command: 'npm test', outcome: 'passed', durationMs: 3_000 } as const
  const [row] = rowsOf({ checks: [tried({ ...passed, passedTests: 312 })] }, 'tests')
  expect(row!.finding).toBe('npm test passes (312 tests, 3.0 s).')
})

test('a failed setup has one row, and the checks that it keeps from running have one row', () => {
  const setup = tried({
    name: 'setup',
    command: 'npm',
    outcome: 'failed',
    exitCode: 1,
    cause: 'The setup failed: no x.',
  })
  expect(rowsOf({ setup }, 'packages')[0]!.finding).toBe('npm: The setup failed: no x.')
  const rows = [...rowsOf({ setup }, 'tests'), ...rowsOf({ setup }, 'checks')]
  expect(rows.map(({ finding }) => finding)).toEqual(['npm test, eslint .: not tried: the setup failed.'])
})

test('a check only by configuration is left out if the project does not install its tool', () => {
  const lacks = tried({ command: 'ruff check .', exitCode: 127, log: 'sh: 1: ruff: not found' })
  expect(rowsOf({ checks: [lacks] }, 'checks')).toEqual([
    {
      what: 'checks',
      state: 'fine',
      finding: 'ruff check . is left out: ruff is not among the installed packages.',
    },
  ])
  const own = tried({ command: 'eslint .', exitCode: 127, log: 'sh: 1: eslint: not found' })
  expect(rowsOf({ checks: [own] }, 'checks')[0]!.state).toBe('missing')
  const failing = tried({ command: 'mypy .', outcome: 'failed', exitCode: 1, log: 'a.py:1: error: no' })
  expect(rowsOf({ checks: [failing] }, 'checks')[0]!.state).toBe('failed')
})
