import type { Comparison } from '../../../../execution/repositories/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import { type Check, withReportsOf, baseScripts, readText, runChecks, type StepWork } from '../../workbench/index.ts'
import { isEvidence, isRunnerSetting, isSharedSetting, isTestPath } from '../../../../execution/test-changes/index.ts'

const packageFile = /(^|\/)package\.json$/

/**
 * Runs checks over the change with the tests, fixtures, snapshots, settings of runners and package scripts of the base:
 * what the change made of them proves nothing here. Nothing runs where the change touches none of them.
 */
export const checkBaseTests = async (
  stepWork: StepWork,
  base: readonly CheckRow[],
  { checks, compared }: { readonly checks: readonly Check[]; readonly compared: Comparison },
): Promise<CheckRow[]> => {
  const commit = await withTestsOfBase(stepWork, compared)
  if (commit === undefined) return []
  const rows = await runChecks(stepWork, { commit, phase: 'base_tests', checks })
  return withReportsOf(base, rows)
}

/** A commit of the change with the tests of the base; undefined where those have run already. */
const withTestsOfBase = async (
  { parts: { repositories }, context: { run, key }, work: { repository, task } }: StepWork,
  { files }: Comparison,
): Promise<string | undefined> => {
  const from = task.baseSha!
  const onto = task.headSha!
  const touched = files.flatMap((file) => [
    { path: file.path, isNew: file.kind === 'added' },
    ...(file.from ? [{ path: file.from.path, isNew: false }] : []),
  ])
  const contents = new Map<string, Buffer>()
  for (const { path, isNew } of touched) {
    if (path === undefined || isNew || !packageFile.test(path)) continue
    const [before, after] = await Promise.all(
      [from, onto].map((commit) => readText(repositories, repository.id, commit, path)),
    )
    const merged = before !== undefined && after !== undefined ? baseScripts(before, after) : undefined
    if (merged !== undefined) contents.set(path, Buffer.from(merged))
  }
  const laid = touched.filter(({ path }) => path !== undefined && restores(path))
  // Tests that a change adds have run beside those of the base.
  if (contents.size === 0 && laid.every(({ path, isNew }) => isNew && isTestPath(path!) && !isRunnerSetting(path!)))
    return undefined
  const message = 'The change with the tests of its base'
  return repositories.overlay(repository.id, { onto, from, restores, contents, message, at: run.createdAt, key })
}

/** What also says how the product is built is the change's own: with the base's it might not run at all. */
const restores = (path: string) => isEvidence(path) && !isSharedSetting(path)
