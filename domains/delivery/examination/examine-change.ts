import { performance } from 'node:perf_hooks'
import { readExamination } from '../../../execution/models/index.ts'
import type { TestResult } from '../../../execution/reports/index.ts'
import type { Comparison } from '../../../execution/repositories/index.ts'
import { isProgram, type Finding } from '../../../execution/test-changes/index.ts'
import { sourcedPolicies } from '../../code/projects/rules/policies.ts'
import { stepCost } from '../../agents/spending/index.ts'
import { earlierTests, verdictOn } from '../review/index.ts'
import type { AcceptanceResult, Examination } from '../tasks/contract/verdict.ts'
import type { CheckRow } from '../checks/index.ts'
import { type Check, compareTask, modelIdentity, readTexts, type StepWork } from '../workbench/index.ts'
import { type Examiner, isExaminerConnected, withExaminer } from './examiner.ts'
import { filesToShow, findQuote, isExamined } from './rules.ts'
import { addedTests, outcomeOfPassing, type ReportingCheck, reportingCheck, runTests, withMark } from './run-tests.ts'
import { sentence } from '../sentences/index.ts'

interface ChangeToExamine {
  readonly checks: readonly Check[]
  readonly base: readonly CheckRow[]
  /** The results of the checks over the change. */
  readonly judged: readonly CheckRow[]
  /** The findings of probes. */
  readonly findings: readonly Finding[]
  /** The results of acceptance tests. */
  readonly accepted?: AcceptanceResult | undefined
  /** The files of the change, where they were compared before. */
  readonly compared?: Comparison
}

type Examined = Omit<Examination, 'durationMs' | 'costMicros'>

/**
 * Examines a change with tests that a model writes from the request and the base, and that the agent never sees.
 * Undefined if the project wants none, or the change is refused already.
 */
export const examineChange = async (stepWork: StepWork, change: ChangeToExamine): Promise<Examination | undefined> => {
  const { parts, context, work } = stepWork
  const { value: policy, from } = sourcedPolicies(work.project, parts).review.examiner
  // Tests of an examiner that are added to the project are not examined again.
  if (policy === 'off' || work.cycle.keepsTestsOfTaskId !== null) return undefined
  // An examination that the default asks for needs a model to make it.
  if (from === 'instance' && !(await isExaminerConnected(stepWork))) return undefined
  const rows = [...change.base, ...change.judged]
  const known = { weakening: change.findings, acceptance: change.accepted }
  const isPassedOver = (said: string) =>
    said === 'refused' || (policy === 'shown' && said !== 'shown' && said !== 'checked')
  if (isPassedOver(verdictOn(rows, [], known).verdict.outcome)) return undefined
  const compared = change.compared ?? (await compareTask(parts.repositories, work))
  const earlier = await earlierTests(stepWork, { checks: rows, compared })
  const { outcome } = verdictOn(rows, [], { ...known, earlier }).verdict
  if (isPassedOver(outcome)) return undefined
  const startedMs = performance.now()
  const { files } = compared
  const paths = files.flatMap(({ path }) => path ?? [])
  const changedLines = files.reduce((sum, { additions = 0, deletions = 0 }) => sum + additions + deletions, 0)
  const examined = isExamined(policy, { outcome, paths, changedLines, hasProgram: paths.some(isProgram) })
    ? await examine(stepWork, change)
    : notExamined(sentence('examination_not_needed'))
  return {
    ...examined,
    durationMs: Math.round(performance.now() - startedMs),
    costMicros: await context.read((tx) => stepCost(tx, modelIdentity(context, work, undefined))),
  }
}

const notExamined = (reason: string): Examined => ({ outcome: 'not_examined', reason, tests: [], files: [] })

const examine = async (stepWork: StepWork, { checks, base, judged }: ChangeToExamine): Promise<Examined> => {
  const reporting = reportingCheck({ checks, base, judged })
  if (!reporting) return notExamined(sentence('examination_no_check'))
  const examined = await withExaminer(stepWork, (examiner) => examineBy(stepWork, examiner, reporting))
  return typeof examined === 'string' ? notExamined(examined) : examined
}

const examineBy = async (
  stepWork: StepWork,
  examiner: Examiner,
  { check, before, overChange }: ReportingCheck,
): Promise<Examined> => {
  const { baseSha, headSha } = stepWork.work.task
  const { model } = examiner
  const request = requestOf(stepWork)
  const material = await baseOf(stepWork, request)
  const answer = await examiner.writeTests({ ...material, request, command: check.command })
  if ('failure' in answer) return { ...notExamined(answer.failure.message), model }
  if ('unreadable' in answer) return { ...notExamined(sentence('examination_unreadable')), model }
  const files = [...answer.value]
  if (files.length === 0) return { ...notExamined(sentence('examination_nothing_to_test')), model }
  const marked = withMark(stepWork.context.key, files)
  const ran = await runTests(stepWork, { commit: headSha!, check, files: marked, phase: 'base_tests' })
  const shown = { model, check: check.name, files }
  if (!ran) return { ...notExamined(sentence('examination_file_in_the_way')), ...shown }
  const added = addedTests(overChange, ran).slice(0, testsMost)
  if (added.length === 0)
    return {
      ...notExamined(sentence('examination_none_reported', { check: check.name })),
      ...shown,
      log: endOf(ran.log),
    }
  const passing = added.filter(({ outcome }) => outcome === 'passed')
  const failing = added.filter(({ outcome }) => outcome === 'failed')
  const onBase =
    passing.length > 0
      ? await runTests(stepWork, { commit: baseSha!, check, files: marked, phase: 'new_tests' })
      : undefined
  const passed = passing.map((test) => ({ ...shownTest(test), outcome: outcomeOfPassing(test, before, onBase) }))
  if (failing.length === 0) return { outcome: 'ran', ...shown, tests: passed }
  const log = endOf(ran.log)
  const read = await examiner.readFailures({
    request,
    tests: failing.map(({ file, name }) => `${name} (${file})`),
    files: marked.map(({ path, content }) => ({ path, text: content })),
    log,
  })
  const readings = 'value' in read ? read.value : []
  const failed = failing.map((test, at) =>
    failedTest(
      test,
      readings.find((one) => one.test === at + 1),
      request,
    ),
  )
  const unread = 'value' in read ? undefined : noSecondReading(read)
  return { outcome: 'ran', ...shown, tests: [...failed, ...passed], log, ...(unread && { reason: unread }) }
}

// With a hostile answer in full, the result still fits into the payload of a step.
const testsMost = 20
const nameMostChars = 200
const messageMostChars = 300
const logMostChars = 4_000
const endOf = (log: string) => log.slice(-logMostChars).toWellFormed()

const noSecondReading = (read: { failure: { message: string } } | { unreadable: true }) =>
  [
    sentence('examination_no_second_reading'),
    'failure' in read ? read.failure.message : sentence('model_no_reading'),
  ].join(' ')

const shownTest = ({ file, name }: TestResult) => ({
  file: file.slice(0, nameMostChars).toWellFormed(),
  name: name.slice(0, nameMostChars).toWellFormed(),
})

/** A failing test counts where the server finds the quoted words in the request. */
const failedTest = (
  test: TestResult,
  reading: { readonly quote: string | undefined; readonly reason: string } | undefined,
  request: string,
) => {
  const quote = reading?.quote === undefined ? undefined : findQuote(request, reading.quote)
  return {
    ...shownTest(test),
    ...(reading && reading.reason !== '' && { reason: reading.reason }),
    ...(test.message !== undefined && { message: test.message.slice(0, messageMostChars).toWellFormed() }),
    ...(quote === undefined ? { outcome: 'not_counted' as const } : { outcome: 'contradicts' as const, quote }),
  }
}

/** People's request, without an examination that is spelled out for the offline model. */
const requestOf = ({ work: { cycle } }: StepWork) => `${cycle.title}\n\n${readExamination(cycle.description).request}`

const baseOf = async ({ parts: { repositories }, work: { repository, task } }: StepWork, request: string) => {
  const paths = await repositories.pathsOf(repository.id, task.baseSha!)
  const shown = filesToShow(paths, request)
  const texts = await readTexts(repositories, repository.id, task.baseSha!, shown)
  return { paths, files: shown.map((path, at) => ({ path, text: texts[at] ?? '' })) }
}
