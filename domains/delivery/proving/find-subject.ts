import {
  namesChanged,
  probedRunner,
  type NotProbed,
  type ProbeFile,
  type TrialSubject,
} from '../../../execution/probes/index.ts'
import {
  keyOf,
  withScripts,
  isProgram,
  isRunnerSetting,
  isTestName,
  isTestPath,
} from '../../../packages/verdict/index.ts'
import type { Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { jsonObject } from '../../../packages/foreign-json/index.ts'
import type { CheckReport, CheckRow } from '../checks/index.ts'
import { readText, readTexts, type StepWork } from '../workbench/index.ts'
import { sentence } from '../sentences/index.ts'
import { acceptanceFiles } from '../acceptance/index.ts'
import { withMark } from '../examination/index.ts'
import { proofsOf } from '../review/index.ts'
import type { AcceptanceResult, Examination } from '../tasks/contract/verdict.ts'

interface CheckToProbe {
  readonly base: readonly CheckRow[]
  /** The result of the check over the change. */
  readonly check: CheckRow
  readonly compared: Comparison
  /** Acceptance tests that pass over the change, under the names with which they run. */
  readonly acceptance: readonly ProbeFile[]
  readonly nonce: string
}

const changedMost = 100
const testsMost = 60
const textsMostChars = 4 * 2 ** 20

/** The subject of a check's probes; undefined if its runner is not known. */
export const findSubject = async (
  { parts: { repositories }, work: { repository, task } }: StepWork,
  { base, check, compared, acceptance, nonce }: CheckToProbe,
): Promise<TrialSubject | NotProbed | undefined> => {
  const headSha = task.headSha!
  const baseSha = task.baseSha!
  const command = await commandOf(repositories, repository.id, headSha, check)
  const runner = probedRunner(command)
  if (runner === undefined) return undefined
  const files = compared.files.filter(({ path }) => path !== undefined && isProduct(path))
  const kept = files.filter(({ kind }) => kind !== 'deleted')
  if (files.length === 0) return { notProbed: sentence('probe_no_program') }
  if (files.length > changedMost) return { notProbed: sentence('probe_too_many_files', { count: String(changedMost) }) }
  const textsAt = async (commit: string, of: readonly string[]) =>
    textsOf(of, await readTexts(repositories, repository.id, commit, of))
  const before = base.find(({ name, phase }) => name === check.name && phase === 'base')?.report
  const paths = kept.map(({ path }) => path!)
  // If there are too many, tests that the change heals come first, then tests with the name of a changed module.
  const isNamed = namesChanged(paths.map((path) => ({ path })))
  const healed = healedFilesOf(before, check.report)
  const rankOf = (path: string) => (healed.includes(path) ? 2 : isNamed({ path, text: '' }) ? 1 : 0)
  const tests = testFilesOf(before, check.report)
    .toSorted((one, other) => rankOf(other) - rankOf(one))
    .slice(0, testsMost)
  return {
    command,
    runner,
    changed: await textsAt(headSha, paths),
    tests: await textsAt(baseSha, tests),
    newTests: await textsAt(headSha, newTestsOf(compared, check.report).slice(0, testsMost)),
    acceptance,
    healed,
    nonce,
  }
}

/** The command of a check, with the scripts of package.json expanded. */
export const commandOf = async (
  repositories: Repositories,
  repositoryId: string,
  commit: string,
  check: Pick<CheckRow, 'command'>,
): Promise<string> => {
  const scripts = jsonObject((await readText(repositories, repositoryId, commit, 'package.json')) ?? '')?.scripts
  const lines = withScripts(check.command, (scripts ?? {}) as Readonly<Record<string, unknown>>).split('\n')
  return lines.at(-1)!
}

/** Test files of the change whose tests ran; by their names if the report has none. */
export const newTestsOf = ({ files }: Comparison, report: CheckReport | null): string[] => {
  const ran = new Set((report?.tests ?? []).map(({ file }) => file))
  return files
    .filter(({ kind }) => kind !== 'deleted')
    .flatMap(({ path }) => path ?? [])
    .filter((path) => isTestPath(path) && (ran.has(path) || (isTestName(path) && !namesFiles(ran))))
}

/** True if a report names files of tests: Go's names packages. */
const namesFiles = (files: ReadonlySet<string>) => [...files].some((file) => isTestPath(file))

const isProduct = (path: string) => isProgram(path) && !isTestPath(path) && !isRunnerSetting(path)

/** The files of tests that passed on the base and all pass over the change. */
export const testFilesOf = (before: CheckReport | null | undefined, after: CheckReport | null): string[] => {
  const passedIn = (report: CheckReport | null | undefined) => (report?.tests ?? []).filter(isPassed)
  const failing = new Set((after?.tests ?? []).filter(({ outcome }) => outcome === 'failed').map(({ file }) => file))
  const now = new Set(passedIn(after).map(({ file }) => file))
  const files = passedIn(before).map(({ file }) => file)
  return [...new Set(files)].filter((file) => file !== '' && now.has(file) && !failing.has(file))
}

/** The files of tests that failed before and pass now. */
export const healedFilesOf = (before: CheckReport | null | undefined, after: CheckReport | null): string[] => {
  const passing = new Set((after?.tests ?? []).filter(isPassed).map(keyOf))
  const healed = (before?.tests ?? []).filter((test) => test.outcome === 'failed' && passing.has(keyOf(test)))
  return [...new Set(healed.map(({ file }) => file))]
}

const isPassed = ({ outcome }: CheckReport['tests'][number]) => outcome === 'passed'

export const textsOf = (paths: readonly string[], texts: readonly (string | undefined)[]): ProbeFile[] => {
  let chars = 0
  return paths.flatMap((path, at) => {
    const text = texts[at]
    chars += text?.length ?? 0
    return text === undefined || chars > textsMostChars ? [] : [{ path, text }]
  })
}

/** What acceptance tests and the examiner found about a change. */
export interface GivenTests {
  readonly accepted?: AcceptanceResult | undefined
  readonly examined?: Examination | undefined
}

/** The tests of a person and of the examiner that pass over the change, under the names with which they run. */
export const passingTests = async (
  stepWork: StepWork,
  { accepted, examined }: GivenTests,
): Promise<readonly ProbeFile[]> => {
  const isAccepted = accepted?.outcome === 'ran' && accepted.tests.every(({ outcome }) => outcome !== 'failed')
  const given = isAccepted ? await acceptanceFiles(stepWork) : []
  const written = proofsOf(examined).length === 0 ? [] : withMark(stepWork.context.key, examined!.files)
  return [...given, ...written].map(({ path, content }) => ({ path, text: content }))
}
