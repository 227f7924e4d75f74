import type { TestResult } from '../../../execution/reports/index.ts'
import { kindsNoTestShows } from '../../../execution/test-changes/index.ts'
import { isAgency, type Caller, type Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { CheckRerun, Task, TaskCheck } from './contract.ts'
import { failureFor } from './failure.ts'
import { needsOf } from './store.ts'
import type { CheckCoverage, CheckRerunRow, CheckRow, TaskRow, Verdict } from './tables.ts'

export const presentTasks = async (
  tx: Transaction,
  rows: readonly TaskRow[],
  { role }: Pick<Caller, 'role'>,
): Promise<Static<typeof Task>[]> => {
  const needs = await needsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, needs.of(row.id), role))
}

const present = (row: TaskRow, dependsOn: string[], role: Role): Static<typeof Task> => ({
  id: row.id,
  projectId: row.projectId,
  cycleId: row.cycleId,
  handle: row.handle,
  runId: row.runId,
  repositoryId: row.repositoryId,
  number: row.number,
  title: row.title,
  description: row.description,
  status: row.status,
  statusSetByHand: row.statusByHand,
  dependsOn,
  branch: row.branch,
  baseSha: row.baseSha,
  headSha: row.headSha,
  mergeSha: row.mergeSha,
  verdict: row.review?.outcome ?? null,
  provedBy: row.review?.provedBy ?? [],
  failure: failureFor(row.failure, role),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

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

/** The same of a check that was asked for again. */
export const presentRerun = (
  { report, createdAt, ...rerun }: CheckRerunRow,
  { role }: Pick<Caller, 'role'>,
): Static<typeof CheckRerun> => ({
  ...rerun,
  ...(isAgency(role) ? { tests: countsOf(report) } : hiddenOutput),
  requestedAt: createdAt,
})

/** A verdict for the agency; `names` are those of people who gave acceptance tests. */
export const presentVerdict = (
  {
    findings = [],
    reproduced = [],
    untestedValues = [],
    probes = [],
    examination,
    acceptance,
    model,
    ...verdict
  }: Verdict,
  names: ReadonlyMap<string, string | undefined>,
) => ({
  ...verdict,
  acceptance: acceptance
    ? {
        ...acceptance,
        files: acceptance.files.map(({ givenAt, ...file }) => ({
          ...file,
          givenAt: new Date(givenAt),
          givenByName: names.get(file.givenBy) ?? null,
        })),
      }
    : null,
  examination: examination ?? null,
  findings: findings.map((found) => ({ ...found, unshown: kindsNoTestShows.includes(found.kind) })),
  reproduced: [...reproduced],
  untestedValues: [...untestedValues],
  probes: [...probes],
  modelReview: model ? { ...model, findings: [...model.findings] } : null,
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
