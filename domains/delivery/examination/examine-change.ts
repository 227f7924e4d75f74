import { posix } from 'node:path'
import { performance } from 'node:perf_hooks'
import { readExamination } from '../../../execution/models/index.ts'
import { type TestResult, isProgram, isTestPath, type Finding } from '../../../packages/verdict/index.ts'
import type { Comparison } from '../../../execution/repositories/index.ts'
import { sourcedPolicies } from '../../code/projects/rules/policies.ts'
import { stepCost } from '../../agents/spending/index.ts'
import { earlierTests, verdictOn } from '../review/index.ts'
import type { AcceptanceResult, Examination, ExaminationFile } from '../tasks/contract/verdict.ts'
import { compareTask, modelIdentity, readTexts, type StepWork } from '../workbench/index.ts'
import { type Examiner, isExaminerConnected, withExaminer } from './examiner.ts'
import { filesToShow, findQuote, isExamined } from './rules.ts'
import {
  addedTests,
  lostTests,
  outcomeOfPassing,
  type ReportingCheck,
  reportingCheck,
  runTests,
  withMark,
  type ChangedRows,
} from './run-tests.ts'
import { sentence } from '../sentences/index.ts'

interface ChangeToExamine extends ChangedRows {
  readonly findings: readonly Finding[]
  readonly accepted?: AcceptanceResult | undefined
  /** The files of the change, if they were compared before. */
  readonly compared?: Comparison
}

type Examined = Omit<Examination, 'durationMs' | 'costMicros'>

interface ExaminedChange<E = Examination> {
  readonly examined: E
  /** Findings about behaviour of the base that the change ends without a word of the request. */
  readonly lost: readonly Finding[]
}

/** Examines a change with tests that a model writes and the agent never sees; undefined if not wanted or needed. */
export const examineChange = async (
  stepWork: StepWork,
  change: ChangeToExamine,
): Promise<ExaminedChange | undefined> => {
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
  const { examined, lost } = isExamined(policy, { outcome, paths, changedLines, hasProgram: paths.some(isProgram) })
    ? await examine(stepWork, { ...change, compared })
    : { examined: notExamined(sentence('examination_not_needed')), lost: [] }
  const durationMs = Math.round(performance.now() - startedMs)
  const costMicros = await context.read((tx) => stepCost(tx, modelIdentity(context, work, undefined)))
  return { examined: { ...examined, durationMs, costMicros }, lost }
}

const notExamined = (reason: string): Examined => ({ outcome: 'not_examined', reason, tests: [], files: [] })

const examine = async (
  stepWork: StepWork,
  { checks, base, judged, compared }: ChangeToExamine,
): Promise<ExaminedChange<Examined>> => {
  const reporting = reportingCheck({ checks, base, judged })
  if (!reporting) return { examined: notExamined(sentence('examination_no_check')), lost: [] }
  const examined = await withExaminer(stepWork, (examiner) => examineBy(stepWork, examiner, reporting, compared))
  return typeof examined === 'string' ? { examined: notExamined(examined), lost: [] } : examined
}

const examineBy = async (
  stepWork: StepWork,
  examiner: Examiner,
  reporting: ReportingCheck,
  compared: Comparison | undefined,
): Promise<ExaminedChange<Examined>> => {
  const { model } = examiner
  // An examination that the description spells out is for the offline model.
  const { title, description } = stepWork.work.cycle
  const request = `${title}\n\n${readExamination(description).request}`
  const touched = await touchedLines(stepWork, compared)
  const material = await baseOf(stepWork, request, [...touched.keys()])
  const shown = [...touched].map(([path, lines]) => `${path}:${lines.join(',')}`)
  const answer = await examiner.writeTests({ ...material, touched: shown, request, command: reporting.check.command })
  if ('failure' in answer) return { examined: { ...notExamined(answer.failure.message), model }, lost: [] }
  if ('unreadable' in answer)
    return { examined: { ...notExamined(sentence('examination_unreadable')), model }, lost: [] }
  const marked = withMark(stepWork.context.key, answer.value.files)
  const { examined, failing } = await runOwn(stepWork, reporting, { model, files: answer.value.files, marked })
  const before = withMark(stepWork.context.key, touched.size === 0 ? [] : answer.value.before)
  const found = before.length === 0 ? { tests: [], log: '' } : await lostTests(stepWork, reporting, before)
  const lost = found.tests.slice(0, testsMost)
  if (failing.length + lost.length === 0) return { examined, lost: [] }
  const named = ({ file, name }: TestResult) => `${name} (${file})`
  const read = await examiner.readFailures({
    request,
    tests: failing.map(named),
    lost: lost.map(named),
    files: [...marked, ...before].map(({ path, content }) => ({ path, text: content })),
    log: [examined.log ?? '', endOf(found.log)].join('\n').trim(),
  })
  const readings = 'value' in read ? read.value : []
  const readingOf = (at: number) => readings.find(({ test }) => test === at + 1)
  const failed = failing.map((test, at) => failedTest(test, readingOf(at), request))
  const unread = 'value' in read ? undefined : noSecondReading(read)
  return {
    examined: { ...examined, tests: [...failed, ...examined.tests], ...(unread && { reason: unread }) },
    lost: lost.flatMap((test, at) => {
      const { outcome, reason = '', message = '' } = failedTest(test, readingOf(failing.length + at), request)
      if (outcome === 'contradicts') return []
      const text = before.find(({ content }) => content.includes(test.name))?.content ?? ''
      const paths = [...touched.keys()]
      const path = paths.find((one) => text.includes(posix.parse(one).name)) ?? paths[0]!
      const said = `${sentence('test_of_before', { test: shownTest(test).name })} ${reason || message}`.trim()
      return [{ kind: 'behaviour_lost', level: 'ask' as const, path, reason: said }]
    }),
  }
}

/** The tests of the request over the change: passing tests, and failing tests that are to be read again. */
const runOwn = async (
  stepWork: StepWork,
  { check, before, overChange }: ReportingCheck,
  { model, files, marked }: { model: string } & Record<'files' | 'marked', readonly ExaminationFile[]>,
): Promise<{ readonly examined: Examined; readonly failing: readonly TestResult[] }> => {
  const { baseSha, headSha } = stepWork.work.task
  const none = (reason: string, rest?: object) => ({
    examined: { ...notExamined(reason), model, ...rest },
    failing: [],
  })
  if (files.length === 0) return none(sentence('examination_nothing_to_test'))
  const ran = await runTests(stepWork, { commit: headSha!, check, files: marked, phase: 'base_tests' })
  const shown = { model, check: check.name, files: [...files] }
  if (!ran) return none(sentence('examination_file_in_the_way'), shown)
  const added = addedTests(overChange, ran).slice(0, testsMost)
  if (added.length === 0)
    return none(sentence('examination_none_reported', { check: check.name }), { ...shown, log: endOf(ran.log) })
  const passing = added.filter(({ outcome }) => outcome === 'passed')
  const failing = added.filter(({ outcome }) => outcome === 'failed')
  const onBase =
    passing.length > 0 && (await runTests(stepWork, { commit: baseSha!, check, files: marked, phase: 'new_tests' }))
  const tests = passing.map((test) => ({ ...shownTest(test), outcome: outcomeOfPassing(test, before, onBase) }))
  const log = failing.length > 0 ? { log: endOf(ran.log) } : {}
  return { examined: { outcome: 'ran', ...shown, tests, ...log }, failing }
}

// With a hostile answer in full, the result still fits into the payload of a step.
const testsMost = 20
const nameMostChars = 200
const messageMostChars = 300
const logMostChars = 4_000
const endOf = (log: string) => log.slice(-logMostChars).toWellFormed()

const noSecondReading = (read: { failure: { message: string } } | { unreadable: true }) => {
  const why = 'failure' in read ? read.failure.message : sentence('model_no_reading')
  return `${sentence('examination_no_second_reading')} ${why}`
}

const shownTest = ({ file, name }: TestResult) => ({
  file: file.slice(0, nameMostChars).toWellFormed(),
  name: name.slice(0, nameMostChars).toWellFormed(),
})

/** A failing test counts if the server finds the quoted words in the request. */
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

/** The programs of the base that a change touches, each with the lines around its differences as they were. */
const touchedLines = async ({ parts, work }: StepWork, compared: Comparison | undefined) => {
  const { repository, task } = work
  const between = { base: task.baseSha!, head: task.headSha!, maxBytes: patchMostBytes }
  const { text } = await parts.repositories.patch(repository.id, between)
  const known = (compared?.files ?? []).flatMap(({ kind, path }) => (kind === 'modified' && path ? [path] : []))
  const programs = new Set(known.filter((path) => isProgram(path) && !isTestPath(path)).slice(0, touchedMost))
  const found = new Map([...programs].map((path) => [path, [] as string[]]))
  let path = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('--- a/')) path = line.slice('--- a/'.length)
    const [, first, count = '1'] = /^@@ -(\d{1,9})(?:,(\d{1,9}))? /.exec(line) ?? []
    if (first !== undefined) found.get(path)?.push(`${first}-${Number(first) + Number(count) - 1}`)
  }
  return new Map([...found].filter(([, lines]) => lines.length > 0))
}

const touchedMost = 8
const patchMostBytes = 256 * 1024

const baseOf = async (
  { parts: { repositories }, work: { repository, task } }: StepWork,
  request: string,
  first: readonly string[],
) => {
  const paths = await repositories.pathsOf(repository.id, task.baseSha!)
  const shown = [...new Set([...first, ...filesToShow(paths, request)])]
  const texts = await readTexts(repositories, repository.id, task.baseSha!, shown)
  return { paths, files: shown.map((path, at) => ({ path, text: texts[at] ?? '' })) }
}
