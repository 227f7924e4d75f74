import { isBesideTests } from '../../../execution/setup/index.ts'
import { isEvidence, isSharedSetting } from '../../../packages/verdict/index.ts'
import { runTests, type ChangedRows } from '../examination/index.ts'
import { sentence } from '../sentences/index.ts'
import type { ExaminationFile } from '../tasks/contract/verdict.ts'
import { type Check, isSetup, type StepWork } from '../workbench/index.ts'

/** The first check that reports no tests and passes on the base, over the change, and over it with the tests of the base. */
export const silentCheck = ({ checks, base, judged }: ChangedRows): Check | undefined =>
  checks.find(({ name }) => {
    const over = judged.filter((row) => row.name === name && (row.phase === 'task' || row.phase === 'base_tests'))
    return (
      !isBesideTests(name) &&
      over.some((row) => row.phase === 'task' && !isSetup(row) && (row.report?.tests ?? []).length === 0) &&
      over.every(({ outcome }) => outcome === 'passed') &&
      base.find((row) => row.name === name)?.outcome === 'passed'
    )
  })

/**
 * Reads the exit code of a check over acceptance tests and a change, with all other tests and their settings as on the
 * base: the output of a failing run, or whether it fails on the base. A check counts only if it fails with other
 * numbers in each file: it runs the files, and the change does not make everything pass.
 */
export const askSilently = async (
  stepWork: StepWork,
  { check, files }: { readonly check: Check; readonly files: readonly ExaminationFile[] },
): Promise<{ readonly reason: string } | { readonly failed: string } | { readonly outcome: 'proves' | 'passed' }> => {
  const { baseSha, headSha } = stepWork.work.task
  const over = await withTestsOfBase(stepWork)
  const run = (commit: string, of: readonly ExaminationFile[], phase: 'base_tests' | 'new_tests' = 'base_tests') =>
    runTests(stepWork, { commit, check, files: of, phase })
  const ran = await run(over ?? headSha!, files)
  if (!ran) return { reason: sentence('examination_file_in_the_way') }
  const unnoticed = { reason: sentence('acceptance_not_noticed', { check: check.name }) }
  if (ran.outcome === 'failed') return { failed: ran.log }
  if (ran.outcome !== 'passed') return unnoticed
  for (const at of files.keys()) {
    const other = files.map((file, place) => (place === at ? withOtherNumbers(file) : file))
    if ((await run(over ?? headSha!, other))?.outcome !== 'failed') return unnoticed
  }
  const onBase = await run(baseSha!, files, 'new_tests')
  return { outcome: onBase?.outcome === 'failed' ? 'proves' : 'passed' }
}

/** A commit of the change with the tests of its base; undefined if it touches none. */
const withTestsOfBase = ({ parts: { repositories }, context: { run, key }, work: { repository, task } }: StepWork) =>
  repositories.overlay(repository.id, {
    onto: task.headSha!,
    from: task.baseSha!,
    restores: (path) => isEvidence(path) && !isSharedSetting(path),
    message: 'The change with the tests of its base',
    at: run.createdAt,
    key: `${key} acceptance`,
  })

/** Each number is replaced by another, by distances of no simple ratio; names and numbers of streams stay. */
const withOtherNumbers = ({ path, content }: ExaminationFile): ExaminationFile => {
  let count = 0n
  const other = (digits: string) => {
    count += 1n
    return `${BigInt(digits) + count + (count % 2n) * 17n}`
  }
  return { path, content: content.replaceAll(/(?<![\w$&<>.])\d{1,15}(?![\w&<>])/g, other) }
}
