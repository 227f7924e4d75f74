import { joinLogs } from '../../../execution/packages/index.ts'
import { compareReports, keyOf } from '../../../packages/verdict/index.ts'
import type { Runtime } from '../../code/projects/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { sentence } from '../sentences/index.ts'
import { setupName, withUniqueNames, type Check } from '../workbench/index.ts'
import { derivedChecks, isBesideTests, type CheckFiles } from '../../../execution/setup/index.ts'

/** How long a derived check beside the tests may take on the base; over the change it may take twice as long. */
const besideMs = 90_000

/** The checks of a project: its own settings, else the checks that its files show; empty if they show none. */
export const checksFor = (runtime: Pick<Runtime, 'checks'>, files: CheckFiles): readonly Check[] => {
  if (runtime.checks) return withUniqueNames(runtime.checks)
  return derivedChecks(files).map((check) => ({ ...check, ...(isBesideTests(check.name) && { wallMs: besideMs }) }))
}

/** The checks of the base that run over a change: derived ones beside the tests only if the base passes them. */
export const checksOverChange = (
  runtime: Pick<Runtime, 'checks'>,
  base: readonly Pick<CheckRow, 'name' | 'command' | 'outcome'>[],
): readonly Check[] => {
  const declared = new Map(withUniqueNames(runtime.checks ?? []).map((check) => [check.name, check]))
  return base.flatMap(({ name, command, outcome }): Check[] => {
    if (runtime.checks || !isBesideTests(name)) return [{ ...declared.get(name), name, command }]
    return outcome === 'passed' ? [{ name, command, wallMs: 2 * besideMs }] : []
  })
}

const notFound = [126, 127]

/** A missing program is missing a second time; anything else that did not pass may be a matter of chance. */
export const mayPassAgain = ({ outcome, exitCode }: Pick<CheckRow, 'outcome' | 'exitCode'>): boolean =>
  outcome !== 'passed' && (exitCode === null || !notFound.includes(exitCode))

/** Combines two runs of a check over the same files: it passes if either does, and names the tests that differ. */
export const combineRuns = (first: CheckRow, second: CheckRow): CheckRow => {
  const kept = first.outcome === 'could_not_run' || second.outcome === 'passed' ? second : first
  if (!first.report || !second.report || !kept.report) return kept
  const [one, other] = [first.report.tests, second.report.tests].map(
    (tests) => new Map(tests.map((test) => [keyOf(test), test.outcome])),
  ) as [Map<string, string>, Map<string, string>]
  const flaky = [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key))
  return { ...kept, report: { ...kept.report, flaky: flaky.slice(0, flakyMost) } }
}
const flakyMost = 1_000

/** True if a check fails over the change that passed on the base, or has tests that fail and did not fail there. */
export const failsSince = (
  base: Pick<CheckRow, 'outcome' | 'report'> | undefined,
  row: Pick<CheckRow, 'outcome' | 'report'>,
): boolean => {
  if (!base || row.outcome !== 'failed') return false
  if (base.outcome === 'passed') return true
  if (!base.report || !row.report || isMissing(base) || isMissing(row)) return false
  return compareReports(base.report, row.report, new Set(base.report.flaky)).failing.length > 0
}

/** A check that failed since the change, with its repetition: failures that do not repeat are marked as flaky. */
export const passedAgain = (base: Parameters<typeof failsSince>[0], first: CheckRow, second: CheckRow): CheckRow => {
  if (second.outcome === 'could_not_run' || failsSince(base, second)) return first
  const said = 'It failed once, and passed when it was run again over the same files: it is flaky. It had printed:'
  const log = joinLogs(second.log, said, first.log)
  if (!first.report || !second.report) return { ...second, log }
  const before = new Map(first.report.tests.map((test) => [keyOf(test), test.outcome]))
  const flaky = second.report.tests
    .filter((test) => test.outcome === 'passed' && before.get(keyOf(test)) === 'failed')
    .map(keyOf)
  return { ...second, log, report: { ...second.report, flaky: flaky.slice(0, flakyMost) } }
}

/** Over the change, a check without its report from the base has failed, with any exit code. */
export const withReportsOf = (base: readonly CheckRow[], rows: readonly CheckRow[]): CheckRow[] =>
  rows.map((row) =>
    withReportOf(
      base.find(({ name }) => name === row.name),
      row,
    ),
  )

export const withReportOf = (base: Pick<CheckRow, 'report'> | undefined, row: CheckRow): CheckRow =>
  row.outcome === 'passed' && isMissing(row) && base?.report && base.report.fault === undefined
    ? { ...row, outcome: 'failed', report: row.report ?? { runner: base.report.runner, tests: [], fault: noReport } }
    : row

const isMissing = ({ report }: Pick<CheckRow, 'report'>) => report === null || report.fault !== undefined
const noReport = 'The command asks no runner that is known for a report any more.'

const logMostChars = 8_192

/** The end of the output of each failing check. Never a setup's, which prints the words of strangers' packages. */
export const logsOf = (checks: readonly Pick<CheckRow, 'name' | 'phase' | 'outcome' | 'log'>[]): string =>
  checks
    .filter(
      ({ name, phase, outcome, log }) => phase === 'task' && name !== setupName && outcome !== 'passed' && log !== '',
    )
    .map(({ name, log }) => `${name}:\n${log.slice(-logMostChars)}`)
    .join('\n\n')
    .slice(-4 * logMostChars)
    .toWellFormed()

/** The name of acceptance tests among the checks of a whole result; each review runs them separately. */
export const acceptanceName = 'acceptance tests'

/** Why a change that was to mend a result does not: each check that still does not pass over it. */
export const faultsOfMend = (
  names: readonly string[],
  rows: readonly { readonly name: string; readonly phase: string; readonly outcome: string }[],
): string[] =>
  names
    .filter((name) => name !== acceptanceName)
    .filter((name) => !rows.some((row) => row.name === name && row.phase === 'task' && row.outcome === 'passed'))
    .map((name) => sentence('mend_missing', { check: name }))
