import { expect, test } from 'vitest'
import { presentCheck } from './present.ts'
import type { CheckCoverage, CheckRow } from './tables.ts'

const row: CheckRow = {
  name: 'test',
  command: 'npm test',
  phase: 'task',
  outcome: 'passed',
  exitCode: 0,
  stoppedBy: null,
  durationMs: 900,
  log: '',
  report: null,
  coverage: null,
}
const coverage: CheckCoverage = { format: 'lcov', path: 'lcov.info', linesCovered: 8, linesTotal: 10 }

test('a check shows its coverage of the changed lines, and null without a change', () => {
  const changed = {
    linesCovered: 1,
    linesTotal: 2,
    missed: [{ path: 'sum.js', lines: [[3, 4]] as const }],
    notMeasured: ['new.js'],
    isCut: false,
  }
  expect(presentCheck({ ...row, coverage: { ...coverage, changed } }).coverage).toEqual({
    ...coverage,
    problem: null,
    changed: {
      linesCovered: 1,
      linesTotal: 2,
      missed: [{ path: 'sum.js', lines: [{ from: 3, to: 4 }] }],
      notMeasured: ['new.js'],
      truncated: false,
    },
  })
  expect(presentCheck({ ...row, coverage }).coverage).toEqual({ ...coverage, problem: null, changed: null })
  expect(presentCheck(row).coverage).toBeNull()
})
