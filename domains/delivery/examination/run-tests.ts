import { createHash } from 'node:crypto'
import { keyOf, type TestResult } from '../../../execution/reports/index.ts'
import { copyPath } from '../../../execution/probes/index.ts'
import type { CheckRow, ExaminationFile } from '../tasks/index.ts'
import { type Check, runChecks, type StepWork } from '../workbench/index.ts'

interface ExaminationRun {
  readonly commit: string
  /** The check whose command runs the tests. */
  readonly check: Check
  readonly files: readonly ExaminationFile[]
  readonly phase: 'base_tests' | 'new_tests'
}

/** The paths under which tests run: with a mark that the repository cannot know, so that no file has the same one. */
export const withMark = (key: string, files: readonly ExaminationFile[]): readonly ExaminationFile[] => {
  const mark = createHash('sha256').update(`${key} examination`).digest('hex').slice(0, 16)
  return files.map(({ path, content }) => ({ path: copyPath(path, mark), content }))
}

/**
 * Runs a check over a commit with further test files, in a fresh worktree and without secrets of the check. Undefined
 * where a path of theirs would replace anything: one below the path of a file turns that file into a folder.
 */
export const runTests = async (
  stepWork: StepWork,
  { commit, check: { name, command, report }, files, phase }: ExaminationRun,
): Promise<CheckRow | undefined> => {
  const { repositories } = stepWork.parts
  const { run, key } = stepWork.context
  const { repository } = stepWork.work
  const overlaid = await repositories.overlay(repository.id, {
    onto: commit,
    from: commit,
    restores: () => false,
    contents: new Map(files.map(({ path, content }) => [path, Buffer.from(content)])),
    message: 'The files with the tests of the examiner',
    at: run.createdAt,
    key,
  })
  if (overlaid === undefined) return undefined
  const between = { base: commit, head: overlaid, maxFiles: files.length + 1 }
  const compared = await repositories.compare(repository.id, between)
  if (compared.files.length !== files.length || compared.files.some(({ kind }) => kind !== 'added')) return undefined
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
