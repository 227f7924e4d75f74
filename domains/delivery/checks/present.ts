import type { TestResult } from '../../../packages/verdict/index.ts'
import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { CheckRerun, TaskCheck } from './contract.ts'
import type { CheckCoverage, CheckRerunRow, CheckRow } from './tables.ts'

/** A check without the names of its tests, which can be many. */
export const presentCheck = ({ report, coverage, ...check }: CheckRow): Static<typeof TaskCheck> => ({
  ...check,
  tests: countsOf(report),
  coverage: coverage && presentCoverage(coverage),
})

const presentCoverage = ({ format, path, linesCovered, linesTotal, changed, fault }: CheckCoverage) => ({
  format,
  path,
  linesCovered,
  linesTotal,
  problem: fault ?? null,
  changed: changed ? presentChanged(changed) : null,
})

const presentChanged = ({ missed, notMeasured, isCut, ...sums }: NonNullable<CheckCoverage['changed']>) => ({
  ...sums,
  missed: missed.map(({ path, lines }) => ({ path, lines: lines.map(([from, to]) => ({ from, to })) })),
  notMeasured: [...notMeasured],
  truncated: isCut,
})

/** The command of a check is the project's configuration, and its output can quote its files: clients read neither. */
export const hiddenOutput = { command: '', log: '', tests: null }

/** The presentation of a check that was requested again. */
export const presentRerun = (
  { report, createdAt, ...rerun }: CheckRerunRow,
  { role }: Pick<Caller, 'role'>,
): Static<typeof CheckRerun> => ({
  ...rerun,
  ...(isAgency(role) ? { tests: countsOf(report) } : hiddenOutput),
  requestedAt: createdAt,
})

const countsOf = (report: CheckRow['report']) => {
  if (!report) return null
  const count = (...outcomes: TestResult['outcome'][]) =>
    report.tests.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    runner: report.runner,
    total: report.tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'todo'),
    problem: report.fault ?? null,
  }
}
