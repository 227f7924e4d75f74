import { randomBytes } from 'node:crypto'
import {
  namesChanged,
  probedRunner,
  type NotProbed,
  type ProbeFile,
  type TrialSubject,
} from '../../../execution/probes/index.ts'
import { withScripts, isProgram, isRunnerSetting, isTestName, isTestPath } from '../../../packages/verdict/index.ts'
import type { Comparison } from '../../../execution/repositories/index.ts'
import { jsonObject } from '../../../packages/foreign-json/index.ts'
import type { CheckReport, CheckRow } from '../checks/index.ts'
import { readText, readTextFiles, type StepWork } from '../workbench/index.ts'
import { sentence } from '../sentences/index.ts'
import { acceptanceFiles } from '../acceptance/index.ts'
import { withMark } from '../examination/index.ts'
import { healedFilesOf, proofsOf } from '../review/index.ts'
import type { AcceptanceResult, Examination } from '../tasks/contract/verdict.ts'

interface CheckToProbe {
  readonly base: readonly CheckRow[]
  /** The result of the check over the change. */
  readonly check: CheckRow
  readonly compared: Comparison
  /** Acceptance tests that pass over the change, under the names with which they run. */
  readonly acceptance: readonly ProbeFile[]
}

const changedMost = 100
const testsMost = 60
const textsMostChars = 4 * 2 ** 20

/** The subject of a check's probes; undefined if its runner is not known. */
export const findSubject = async (
  stepWork: StepWork,
  { base, check, compared, acceptance }: CheckToProbe,
): Promise<TrialSubject | NotProbed | undefined> => {
  const { task } = stepWork.work
  const headSha = task.headSha!
  const command = await commandOf(stepWork, check)
  const runner = probedRunner(command)
  if (runner === undefined) return undefined
  const files = compared.files.filter(({ path }) => path !== undefined && isProduct(path))
  const kept = files.filter(({ kind }) => kind !== 'deleted')
  if (files.length === 0) return { notProbed: sentence('probe_no_program') }
  if (files.length > changedMost) return { notProbed: sentence('probe_too_many_files', { count: String(changedMost) }) }
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
    changed: await probeFilesAt(stepWork, headSha, paths),
    tests: await probeFilesAt(stepWork, task.baseSha!, tests),
    newTests: await probeFilesAt(stepWork, headSha, newTestsOf(compared, check.report).slice(0, testsMost)),
    acceptance,
    healed,
    nonce: randomBytes(8).toString('hex'),
  }
}

/** The command of a check over the change, with the scripts of package.json expanded. */
export const commandOf = async ({ parts, work }: StepWork, check: Pick<CheckRow, 'command'>): Promise<string> => {
  const text = await readText(parts.repositories, work.repository.id, work.task.headSha!, 'package.json')
  const scripts = jsonObject(text ?? '')?.scripts
  const lines = withScripts(check.command, (scripts ?? {}) as Readonly<Record<string, unknown>>).split('\n')
  return lines.at(-1)!
}

/** Test files of the change whose tests ran; by their names if the report has none. */
export const newTestsOf = ({ files }: Comparison, report: CheckReport | null): string[] => {
  const ran = new Set((report?.tests ?? []).map(({ file }) => file))
  // A report of Go names packages.
  const namesFiles = [...ran].some(isTestPath)
  return files
    .filter(({ kind }) => kind !== 'deleted')
    .flatMap(({ path }) => path ?? [])
    .filter((path) => isTestPath(path) && (ran.has(path) || (isTestName(path) && !namesFiles)))
}

const isProduct = (path: string) => isProgram(path) && !isTestPath(path) && !isRunnerSetting(path)

/** The files of tests that passed on the base and all pass over the change. */
export const testFilesOf = (before: CheckReport | null | undefined, after: CheckReport | null): string[] => {
  const filesWith = (report: CheckReport | null | undefined, wanted: 'passed' | 'failed') =>
    new Set(report?.tests.filter(({ outcome }) => outcome === wanted).map(({ file }) => file))
  const now = filesWith(after, 'passed')
  const failing = filesWith(after, 'failed')
  return [...filesWith(before, 'passed')].filter((file) => file !== '' && now.has(file) && !failing.has(file))
}

/** The files of a commit at these paths, without the last ones if the texts are too long together. */
export const probeFilesAt = async (
  { parts: { repositories }, work: { repository } }: StepWork,
  commit: string,
  paths: readonly string[],
): Promise<ProbeFile[]> => {
  let chars = 0
  return (await readTextFiles(repositories, repository.id, commit, paths)).filter(({ text }) => {
    chars += text.length
    return chars <= textsMostChars
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
