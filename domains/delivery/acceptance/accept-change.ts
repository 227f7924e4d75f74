import { performance } from 'node:perf_hooks'
import type { TestResult } from '../../../packages/verdict/index.ts'
import {
  addedTests,
  outcomeOfPassing,
  reportingCheck,
  runTests,
  withMark,
  type ChangedRows,
  type ReportingCheck,
} from '../examination/index.ts'
import { sentence } from '../sentences/index.ts'
import { progressOf } from '../tasks/rules.ts'
import { tasksOfCycle } from '../tasks/index.ts'
import type { AcceptanceResult, ExaminationFile } from '../tasks/contract/verdict.ts'
import type { CheckRow } from '../checks/index.ts'
import type { Check, StepWork } from '../workbench/index.ts'
import { sha256Of } from './present.ts'
import { heldBackOf, isPlainName } from './feedback.ts'
import { messageWithoutText } from './rules.ts'
import { askSilently, silentCheck } from './silent-check.ts'
import { acceptanceTestsOf } from './store.ts'
import type { AcceptanceTestRow } from './tables.ts'

type Ran = Pick<AcceptanceResult, 'outcome' | 'reason' | 'check' | 'tests'>

/** Runs acceptance tests over a change, and passing ones over its base; undefined without any: decisions/0283. */
export const acceptChange = async (stepWork: StepWork, change: ChangedRows): Promise<AcceptanceResult | undefined> => {
  const { context, work } = stepWork
  const rows = await givenFor(stepWork)
  if (rows.length === 0) return undefined
  const startedMs = performance.now()
  const ran = await runOver(stepWork, rows, change)
  const { cycle, task, integrationSha } = work
  const tasks = await context.read((tx) => tasksOfCycle(tx, cycle.id))
  const others = tasks.filter((one) => one.runId === task.runId && one.id !== task.id)
  return {
    ...ran,
    // A change that began before another merge does not contain it.
    whole:
      others.length === 0 || (others.every((one) => progressOf(one) === 'merged') && task.baseSha === integrationSha),
    files: rows.map(({ path, content, createdBy, createdAt }) => ({
      path,
      sha256: sha256Of(content),
      givenBy: createdBy,
      givenAt: createdAt.toISOString(),
    })),
    durationMs: Math.round(performance.now() - startedMs),
  }
}

/** The acceptance tests belong to one repository: the repository that the cycle names, else the primary one. */
const givenFor = async ({ context, work: { cycle, repository } }: StepWork): Promise<readonly AcceptanceTestRow[]> => {
  const isOfCycle =
    cycle.repositoryId === null ? repository.primarySince !== null : cycle.repositoryId === repository.id
  return isOfCycle && cycle.keepsTestsOfTaskId === null ? context.read((tx) => acceptanceTestsOf(tx, cycle.id)) : []
}

const runOver = async (stepWork: StepWork, rows: readonly AcceptanceTestRow[], change: ChangedRows): Promise<Ran> => {
  const reporting = reportingCheck(change)
  if (!reporting) return runSilently(stepWork, rows, change)
  const { check, before, overChange } = reporting
  const { baseSha, headSha } = stepWork.work.task
  const given = await runGiven(stepWork, rows, { commit: headSha!, check, overChange })
  if ('reason' in given) return { ...notRun(given.reason), check: check.name }
  const { added, files } = given
  const isPassing = added.some(({ outcome }) => outcome === 'passed')
  const onBase = isPassing && (await runTests(stepWork, { commit: baseSha!, check, files, phase: 'new_tests' }))
  const tests = added.map((test, at) => {
    if (test.outcome === 'failed') return failedTest(test, given, at)
    const outcome = outcomeOfPassing(test, before, onBase) === 'shows_change' ? 'proves' : 'passed'
    return { ...placeOf(test, given), outcome } as const
  })
  return { outcome: 'ran', check: check.name, tests }
}

/** Where no check reports its tests, the acceptance tests together are one test, by the exit code of a check. */
const runSilently: typeof runOver = async (stepWork, rows, change) => {
  const check = silentCheck(change)
  if (!check) return notRun(sentence('examination_no_check'))
  const files = withMark(markOf(stepWork), rows)
  const found = await askSilently(stepWork, { check, files })
  if ('reason' in found) return { ...notRun(found.reason), check: check.name }
  const given = { added: [], files, given: rows, heldBack: undefined }
  const one = { file: files[0]!.path, name: rows.map(({ path }) => path).join(', ') }
  const test =
    'failed' in found
      ? failedTest({ ...one, outcome: 'failed', message: found.failed.slice(-logMostChars) }, given, 0)
      : { ...placeOf({ ...one, outcome: 'passed' }, given), outcome: found.outcome }
  return { outcome: 'ran', check: check.name, tests: [test] }
}

/** The acceptance tests of a cycle as they were given. */
export const acceptanceTexts = async (stepWork: StepWork) =>
  (await givenFor(stepWork)).map(({ path, content }) => ({ path, text: content }))

/** The acceptance tests over a run's result, if one of them fails; empty if they pass or their results are unknown. */
export const failingAcceptance = async (
  stepWork: StepWork,
  result: { readonly commit: string; readonly checks: readonly Check[]; readonly rows: readonly CheckRow[] },
): Promise<Ran['tests']> => {
  const { commit, checks, rows } = result
  const given = await givenFor(stepWork)
  const reporting = given.length > 0 ? reportingCheck({ checks, base: rows, judged: rows }) : undefined
  if (!reporting) return []
  const ran = await runGiven(stepWork, given, { commit, ...reporting })
  if ('reason' in ran || ran.added.every(({ outcome }) => outcome !== 'failed')) return []
  return ran.added.map((test, at) =>
    test.outcome === 'failed' ? failedTest(test, ran, at) : { ...placeOf(test, ran), outcome: 'passed' as const },
  )
}

interface GivenTests {
  readonly added: readonly TestResult[]
  /** Under the names that they ran with, each at the place of its own. */
  readonly files: readonly ExaminationFile[]
  readonly given: readonly AcceptanceTestRow[]
  /** The place of the test that no agent hears of. */
  readonly heldBack: number | undefined
}

/** The acceptance tests of a cycle under the names with which they run over a change. */
export const acceptanceFiles = async (stepWork: StepWork) => withMark(markOf(stepWork), await givenFor(stepWork))

const markOf = ({ context }: StepWork) => `${context.key} acceptance`

const runGiven = async (
  stepWork: StepWork,
  given: readonly AcceptanceTestRow[],
  { commit, check, overChange }: Omit<ReportingCheck, 'before'> & { readonly commit: string },
): Promise<GivenTests | { readonly reason: string }> => {
  const files = withMark(markOf(stepWork), given)
  const ran = await runTests(stepWork, { commit, check, files, phase: 'base_tests' })
  if (!ran) return { reason: sentence('examination_file_in_the_way') }
  const added = addedTests(overChange, ran)
    .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
    .slice(0, testsMost)
  return added.length === 0
    ? { reason: sentence('acceptance_none_reported', { check: check.name }) }
    : { added, files, given, heldBack: heldBackOf(keysOf(added, given)) }
}

/** A key of each test that the repository cannot know, and that stays in every round. */
const keysOf = (added: readonly TestResult[], given: readonly AcceptanceTestRow[]) => {
  const secret = given.map(({ id, content }) => `${id} ${sha256Of(content)}`).join(' ')
  return added.map(({ name }) => sha256Of(`${secret} ${name}`))
}

// With hostile names and messages in full, the result still fits into the payload of a step.
const testsMost = 20
const nameMostChars = 200
const messageMostChars = 400
const logMostChars = 4_000

const placeOf = ({ file, name }: TestResult, { files, given }: GivenTests) => {
  const at = files.findIndex(({ path }) => path === file)
  return {
    file: (given[at]?.path ?? file).slice(0, nameMostChars).toWellFormed(),
    name: name.slice(0, nameMostChars).toWellFormed(),
  }
}

const failedTest = (test: TestResult, run: GivenTests, at: number) => {
  const texts = run.given.map(({ content }) => content)
  const told = isPlainName(test.name, run.given) ? ('name' as const) : ('number' as const)
  const message = messageWithoutText(test.message ?? '', texts)
    .slice(0, messageMostChars)
    .toWellFormed()
  return {
    ...placeOf(test, run),
    outcome: 'failed' as const,
    ...(message !== '' && { message }),
    ...(at !== run.heldBack && { told }),
  }
}

const notRun = (reason: string): Ran => ({ outcome: 'not_run', reason, tests: [] })
