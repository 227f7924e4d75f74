import { probedRunner, type NotProbed, type ProbeFile, type ProbeSubject } from '../../../execution/probes/index.ts'
import { withScripts } from '../../../execution/reports/index.ts'
import type { Comparison } from '../../../execution/repositories/index.ts'
import { jsonObject } from '../../../execution/setup/index.ts'
import { isProgram, isRunnerSetting, isTestPath } from '../../../execution/test-changes/index.ts'
import type { CheckReport, CheckRow } from '../tasks/index.ts'
import { readText, readTexts, type StepWork } from '../workbench/index.ts'
import { sentence } from '../sentences/index.ts'

interface CheckToProbe {
  readonly base: readonly CheckRow[]
  /** The result of the check over the change. */
  readonly check: CheckRow
  readonly compared: Comparison
  readonly nonce: string
}

const changedMost = 100
const testsMost = 60
const textsMostChars = 4 * 2 ** 20

/** The subject of one check's probes; undefined if its runner is not known. */
export const findSubject = async (
  { parts: { repositories }, work: { repository, task } }: StepWork,
  { base, check, compared, nonce }: CheckToProbe,
): Promise<ProbeSubject | NotProbed | undefined> => {
  const headSha = task.headSha!
  const baseSha = task.baseSha!
  const scripts = jsonObject((await readText(repositories, repository.id, headSha, 'package.json')) ?? '')?.scripts
  const lines = withScripts(check.command, (scripts ?? {}) as Readonly<Record<string, unknown>>).split('\n')
  const command = lines.at(-1)!
  const runner = probedRunner(command)
  if (runner === undefined) return undefined
  const paths = compared.files.flatMap(({ kind, path }) => (kind === 'deleted' ? [] : (path ?? []))).filter(isProduct)
  if (paths.length === 0) return { notProbed: sentence('probe_no_program') }
  if (paths.length > changedMost) return { notProbed: sentence('probe_too_many_files', { count: String(changedMost) }) }
  const textsAt = async (commit: string, of: readonly string[]) =>
    textsOf(of, await readTexts(repositories, repository.id, commit, of))
  const before = base.find(({ name, phase }) => name === check.name && phase === 'base')?.report
  const tests = testFilesOf(before, check.report).slice(0, testsMost)
  return { command, runner, changed: await textsAt(headSha, paths), tests: await textsAt(baseSha, tests), nonce }
}

const isProduct = (path: string) => isProgram(path) && !isTestPath(path) && !isRunnerSetting(path)

/** The files of tests that passed on the base and all pass over the change. */
const testFilesOf = (before: CheckReport | null | undefined, after: CheckReport | null): string[] => {
  const passedIn = (report: CheckReport | null | undefined) => (report?.tests ?? []).filter(isPassed)
  const failing = new Set((after?.tests ?? []).filter(({ outcome }) => outcome === 'failed').map(({ file }) => file))
  const now = new Set(passedIn(after).map(({ file }) => file))
  const files = passedIn(before).map(({ file }) => file)
  return [...new Set(files)].filter((file) => file !== '' && now.has(file) && !failing.has(file))
}

const isPassed = ({ outcome }: CheckReport['tests'][number]) => outcome === 'passed'

const textsOf = (paths: readonly string[], texts: readonly (string | undefined)[]): ProbeFile[] => {
  let chars = 0
  return paths.flatMap((path, at) => {
    const text = texts[at]
    chars += text?.length ?? 0
    return text === undefined || chars > textsMostChars ? [] : [{ path, text }]
  })
}
