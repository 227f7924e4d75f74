import type { Finding } from '../../test-changes/index.ts'
import { notProbedReasons } from '../not-probed.ts'
import type { NotProbed, ProbeFile, ProbeRun } from '../probe.ts'
import { isPlainPath } from '../runs/copies.ts'
import { functionsIn, withEmptied, type EmptyValue, type NamedFunction } from './functions.ts'
import { hunksOf } from './hunks.ts'
import { outcomesOf, runOfTrials } from './run-of-trials.ts'
import { runtimeText } from './runtime-text.ts'
import { textAt, type Trial, type TrialsResult, type TimedSubject, type TrialSubject } from './trial.ts'

interface FunctionOfFile {
  readonly file: ProbeFile
  readonly one: NamedFunction
}

interface BodyTrial {
  readonly trial: Trial
  readonly value: EmptyValue
  readonly functions: readonly FunctionOfFile[]
}

const singlesMost = 6
const values = ['nothing', 'first', 'constant'] as const satisfies readonly EmptyValue[]

/**
 * Plans runs of new tests over a change whose new functions do nothing, give their first argument back, or a constant.
 * Where a change only rewrites functions, all tests run: those from before show what the functions did before.
 */
export const planBodies = (subject: TimedSubject): ProbeRun | NotProbed => {
  const planned = plannedBodies(subject)
  return 'notProbed' in planned
    ? planned
    : runOfTrials(
        subject,
        planned.map(({ trial }) => trial),
        subject.newTests,
      )
}

/** Findings of such runs: functions that may be empty, as far as new tests can tell. */
export const judgeBodies = ({ subject, result }: TrialsResult): readonly Finding[] | NotProbed => {
  const planned = plannedBodies(subject)
  if ('notProbed' in planned) return planned
  const trials = planned.map(({ trial }) => trial)
  const outcomes = outcomesOf(result, trials, subject.nonce)
  if (!outcomes) return { notProbed: notProbedReasons.trialsNotRun }
  if (outcomes.every((outcome) => outcome === 'untried')) return { notProbed: notProbedReasons.noTime }
  const passing = planned.filter((_, at) => outcomes[at] === 'passes')
  const most = Math.max(0, ...passing.map(({ functions }) => functions.length))
  const found = passing.filter(({ functions }) => functions.length === most)
  const first = [...Map.groupBy(found, ({ functions }) => functions[0]!.one).values()].map(([one]) => one!)
  return first.map(({ functions, value, trial }) => ({
    kind: 'empty_body_passes',
    level: 'ask' as const,
    path: functions[0]!.file.path,
    line: functions[0]!.one.line,
    reason: `${trial.isWhole ? 'All tests pass' : 'The new tests pass'} even if ${namesOf(functions)} ${said[value]}, so they show nothing about what it does.`,
  }))
}

const said: Readonly<Record<EmptyValue, string>> = {
  nothing: 'returns nothing',
  first: 'returns its first argument',
  constant: 'returns a constant',
}

const namedMost = 4

const namesOf = (functions: readonly FunctionOfFile[]) => {
  const names = functions.slice(0, namedMost).map(({ one }) => `“${one.name}”`)
  return functions.length === 1
    ? names[0]!
    : `each of ${names.join(', ')}${functions.length > namedMost ? ` and ${functions.length - namedMost} more` : ''}`
}

const plannedBodies = (subject: TrialSubject): readonly BodyTrial[] | NotProbed => {
  if (subject.newTests.length === 0) return { notProbed: notProbedReasons.noNewTest }
  const { added, rewritten } = changedFunctions(subject)
  const group = added.length > 0 ? added : rewritten
  if (group.length === 0) return { notProbed: notProbedReasons.noFunction }
  const isWhole = added.length === 0
  const tests = subject.newTests.map(({ text }) => text).join('\n')
  const isNamed = ({ one }: FunctionOfFile) => new RegExp(`(?<![\\w$])${RegExp.escape(one.name)}(?![\\w$])`).test(tests)
  const singles = added.length > 1 ? added.filter(isNamed).slice(0, singlesMost) : []
  const planned = [
    ...values.flatMap((value) => trialOf(group, value, isWhole)),
    ...singles.flatMap((single) => trialOf([single], 'nothing', false)),
  ]
  return planned.length > 0 ? planned : { notProbed: notProbedReasons.noFunction }
}

const trialOf = (functions: readonly FunctionOfFile[], value: EmptyValue, isWhole: boolean): readonly BodyTrial[] => {
  const byFile = [...Map.groupBy(functions, ({ file }) => file)]
  const files = byFile.flatMap(([file, of]) => {
    const text = withEmptied(
      file,
      of.map(({ one }) => one),
      value,
    )
    return text === undefined ? [] : [{ path: file.path, text }]
  })
  return files.length === byFile.length ? [{ trial: { files, isWhole }, value, functions }] : []
}

/** The innermost named functions around changed lines: those that the change adds, and those that it rewrites. */
const changedFunctions = ({ changed, before }: TrialSubject) => {
  const added: FunctionOfFile[] = []
  const rewritten: FunctionOfFile[] = []
  for (const file of changed.filter(({ path }) => isPlainPath(path))) {
    const was = textAt(before, file.path)
    if (was !== undefined && runtimeText(file.path, was) === runtimeText(file.path, file.text)) continue
    const known = new Set(was === undefined ? [] : functionsIn({ ...file, text: was }).map(({ name }) => name))
    const functions = functionsIn(file)
    const around = (line: number) =>
      functions.filter((one) => one.line <= line && line <= one.endLine).toSorted((a, b) => b.line - a.line)[0]
    const touched = new Set(
      hunksOf(was ?? '', file.text).flatMap(({ start, end }) =>
        Array.from({ length: Math.max(1, end - start) }, (_, at) => around(start + at + 1)),
      ),
    )
    for (const one of functions.filter((each) => touched.has(each))) {
      if (known.has(one.name)) rewritten.push({ file, one })
      else added.push({ file, one })
    }
  }
  return { added, rewritten }
}
