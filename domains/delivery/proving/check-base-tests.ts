import type { Comparison } from '../../../execution/repositories/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { type Check, readText, type StepWork, readTexts, runChecks } from '../workbench/index.ts'
import { withReportsOf, checksFor, combineRuns, mayPassAgain } from './rules-checks.ts'
import { runOverChange } from './run-over-change.ts'
import { isEvidence, isSharedSetting, isTestPath } from '../../../packages/verdict/index.ts'
import { jsonObject } from '../../../packages/foreign-json/index.ts'
import { checkFiles } from '../../../execution/setup/index.ts'

const packageFile = /(^|\/)package\.json$/

/**
 * Runs checks over the change with the tests, fixtures, snapshots, settings of runners and package scripts of the base:
 * the change's versions prove nothing here, and test files that it adds are left out, since one of them may patch the
 * code or the runner for all others. Nothing runs if the change touches none of them.
 */
export const checkBaseTests = async (
  stepWork: StepWork,
  base: readonly CheckRow[],
  { checks, compared }: { readonly checks: readonly Check[]; readonly compared: Comparison },
): Promise<CheckRow[]> => {
  const laid = await testsOfBase(stepWork, compared)
  if (!laid) return []
  const asked = laid.onlyLeavesOut ? checks.filter(({ name }) => hasTests(base, name)) : checks
  const commit = asked.length > 0 ? await laid.commit() : undefined
  if (commit === undefined) return []
  const rows = await runOverChange(stepWork, base, { commit, phase: 'base_tests', checks: asked })
  return withReportsOf(base, rows)
}

/** True if the base has tests: else a run without the added ones fails or is empty, no fault of the change. */
const hasTests = (base: readonly CheckRow[], name: string) => {
  const row = base.find((one) => one.name === name)
  return row?.report
    ? row.report.tests.some(({ outcome }) => outcome === 'passed' || outcome === 'failed')
    : row?.outcome === 'passed'
}

/** The change with the tests of the base; undefined if they have run already. */
const testsOfBase = async (
  { parts: { repositories }, context: { run, key }, work: { repository, task } }: StepWork,
  { files }: Comparison,
) => {
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
  if (contents.size === 0 && laid.length === 0) return undefined
  const message = 'The change with the tests of its base'
  const request = { onto, from, restores, contents, message, at: run.createdAt, key }
  return {
    /** True if the change differs from its base only in added test files. */
    onlyLeavesOut: contents.size === 0 && laid.every(({ path, isNew }) => isNew && isTestPath(path!)),
    commit: () => repositories.overlay(repository.id, request),
  }
}

/** A setting that also builds the product is the change's own: with the base's the product might not run at all. */
const restores = (path: string) => isEvidence(path) && !isSharedSetting(path)

const settings = ['scripts', 'jest', 'mocha', 'ava', 'tap', 'c8', 'nyc', 'vitest'] as const

/** A package.json of a change with the base's scripts and runner settings; undefined if the same, or no object. */
export const baseScripts = (before: string, after: string): string | undefined => {
  const base = jsonObject(before)
  const change = jsonObject(after)
  if (!base || !change) return undefined
  const differing = settings.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(change[name]))
  if (differing.length === 0) return undefined
  const merged = { ...change }
  for (const name of differing) merged[name] = base[name]
  return `${JSON.stringify(merged, undefined, 2)}\n`
}

/**
 * Runs the checks of a project over a base. A check that does not pass is repeated in fresh files: the gate is not taken
 * away by chance.
 */
export const checksOnBase = async (stepWork: StepWork, commit: string): Promise<readonly CheckRow[]> => {
  const { repository, runtime } = stepWork.work
  const texts = await readTexts(stepWork.parts.repositories, repository.id, commit, checkFiles)
  const found = checkFiles.map((path, at) => [path, texts[at]] as const)
  const checks = checksFor(runtime, Object.fromEntries(found.filter(([, content]) => content !== undefined)))
  const at = { commit, phase: 'base' as const, measuring: {} }
  const rows: readonly CheckRow[] = await runChecks(stepWork, { ...at, checks })
  // A derived check that the base does not pass is no gate, and is not worth a second wait.
  const failing = rows
    .filter((row) => mayPassAgain(row) && checks.find(({ name }) => name === row.name)?.wallMs === undefined)
    .map(({ name }) => name)
  if (failing.length === 0) return rows
  const again = await runChecks(stepWork, { ...at, checks: checks.filter(({ name }) => failing.includes(name)) })
  return rows.map((row) => {
    const other = failing.includes(row.name) && again.find(({ name }) => name === row.name)
    return other ? combineRuns(row, other) : row
  })
}
