import { createHash } from 'node:crypto'
import { keyOf, type TestResult } from '../../../packages/verdict/index.ts'
import { copyPath, copyText } from '../../../execution/probes/index.ts'
import type { CheckRow } from '../checks/index.ts'
import type { ExaminationFile } from '../tasks/contract/verdict.ts'
import { type Check, isSetup, runChecks, type StepWork } from '../workbench/index.ts'

/** A check whose runner names its tests, with its results before the change and over it. */
export interface ReportingCheck {
  readonly check: Check
  readonly before: CheckRow
  readonly overChange: CheckRow
}

/** The results of checks over a change, and over its base. */
export interface ChangedRows {
  readonly checks: readonly Check[]
  readonly base: readonly CheckRow[]
  /** The results over the change. */
  readonly judged: readonly CheckRow[]
}

/** The first check that passes over a change and reports tests: further tests can run with it. */
export const reportingCheck = ({ checks, base, judged }: ChangedRows): ReportingCheck | undefined => {
  const overChange = judged.find(reportsTests)
  const before = overChange && base.find(({ name }) => name === overChange.name)
  const check = overChange && checks.find(({ name }) => name === overChange.name)
  return before && check && { check, before, overChange }
}

const reportsTests = (row: CheckRow) =>
  row.phase === 'task' &&
  row.outcome === 'passed' &&
  !isSetup(row) &&
  row.report?.fault === undefined &&
  (row.report?.tests.length ?? 0) > 0

interface ExaminationRun {
  readonly commit: string
  readonly check: Check
  readonly files: readonly ExaminationFile[]
  readonly phase: 'base_tests' | 'new_tests'
}

/** The paths under which tests run: with a mark that the repository cannot know, so that no file has the same one. */
export const withMark = (key: string, files: readonly ExaminationFile[]): readonly ExaminationFile[] => {
  const mark = createHash('sha256').update(`${key} examination`).digest('hex').slice(0, 16)
  return files.map(({ path, content }) => ({ path: copyPath(path, mark), content: copyText(path, mark, content) }))
}

/**
 * Commits further files onto a commit. Undefined if a path of theirs would replace anything: a path below that of a file
 * turns the file into a folder.
 */
export const addFiles = async (
  { parts: { repositories }, context: { run, key }, work: { repository } }: StepWork,
  commit: string,
  files: readonly ExaminationFile[],
  message: string,
): Promise<string | undefined> => {
  const contents = new Map(files.map(({ path, content }) => [path, Buffer.from(content)]))
  const added = { onto: commit, from: commit, restores: () => false, contents, message, at: run.createdAt, key }
  const head = await repositories.overlay(repository.id, added)
  if (head === undefined) return undefined
  const compared = await repositories.compare(repository.id, { base: commit, head, maxFiles: files.length + 1 })
  const isAddition = compared.files.length === files.length && compared.files.every(({ kind }) => kind === 'added')
  return isAddition ? head : undefined
}

/**
 * Runs a check over a commit with further test files, in a fresh worktree and without secrets of the check. Undefined
 * if the files cannot be added.
 */
export const runTests = async (
  stepWork: StepWork,
  { commit, check: { name, command, report }, files, phase }: ExaminationRun,
): Promise<CheckRow | undefined> => {
  const overlaid = await addFiles(stepWork, commit, files, 'The files with the tests of the examiner')
  if (overlaid === undefined) return undefined
  const rows = await runChecks(stepWork, { commit: overlaid, phase, checks: [{ name, command, report }] })
  return rows.find((row) => row.name === name)
}

/** Tests that a run reports and the run without the further files does not. */
export const addedTests = (
  before: Pick<CheckRow, 'report'>,
  after: Pick<CheckRow, 'report'>,
): readonly TestResult[] => {
  const known = new Set(before.report?.tests.map(keyOf))
  return (after.report?.tests ?? []).filter((test) => !known.has(keyOf(test)))
}

/** The result of a further test that passes over a change; it shows the change if it does not pass on the base. */
export const outcomeOfPassing = (
  test: TestResult,
  before: CheckRow,
  onBase: CheckRow | false | undefined,
): 'passed' | 'shows_change' => {
  if (!onBase || onBase.outcome === 'could_not_run') return 'passed'
  if (!onBase.report || onBase.report.fault !== undefined)
    return onBase.outcome === 'failed' && before.outcome === 'passed' ? 'shows_change' : 'passed'
  const same = onBase.report.tests.find((one) => keyOf(one) === keyOf(test))
  return same?.outcome === 'passed' ? 'passed' : 'shows_change'
}

/** Tests that pass without a change and fail with it, both twice, and the end of the last run's output. */
export const lostTests = async (
  stepWork: StepWork,
  { check, before }: Pick<ReportingCheck, 'check' | 'before'>,
  files: readonly ExaminationFile[],
): Promise<{ readonly tests: readonly TestResult[]; readonly log: string }> => {
  const { baseSha, headSha } = stepWork.work.task
  const run = (commit: string, phase: ExaminationRun['phase']) => runTests(stepWork, { commit, check, files, phase })
  let tests: readonly TestResult[] | undefined
  for (let round = 0; round < 2; round += 1) {
    const onBase = await run(baseSha!, 'new_tests')
    const passing = (onBase ? addedTests(before, onBase) : []).filter(({ outcome }) => outcome === 'passed')
    tests = passing.filter((test) => tests?.some((one) => keyOf(one) === keyOf(test)) ?? true)
    const overChange = tests.length > 0 ? await run(headSha!, 'base_tests') : undefined
    if (overChange?.outcome !== 'failed') return { tests: [], log: '' }
    const reported = new Map(overChange.report?.tests.map((test) => [keyOf(test), test]))
    const isPassing = (test: TestResult) => reported.get(keyOf(test))?.outcome === 'passed'
    tests = tests.filter((test) => !isPassing(test)).map((test) => reported.get(keyOf(test)) ?? test)
    if (round === 1) return { tests, log: overChange.log }
  }
  return { tests: [], log: '' }
}
