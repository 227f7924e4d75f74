import { posix } from 'node:path'
import type { Finding } from '../../../packages/verdict/index.ts'
import { lineOfFunction } from '../../../packages/verdict/in-thread.ts'
import { isSameValue, recordsIn, shownText } from '../runs/records.ts'
import { notProbedReasons, type NotProbed, type TimedSubject } from '../probe.ts'
import { isOfOthers, isPython, testsToReplay } from './plan.ts'

const findingsMost = 10
const places = {
  plain: 'outside of the tests',
  production: 'with NODE_ENV=production in another folder and time zone',
  later: 'two years later in another locale and time zone, with random numbers at their end',
  often: 'after many calls, with random numbers at their end',
} as const
const placeNames = Object.keys(places) as (keyof typeof places)[]

interface ReplayResult {
  readonly subject: TimedSubject
  /** Undefined without any. */
  readonly result: string | undefined
  /** The calls over the base; undefined if they were not made there. */
  readonly base?: string | undefined
}

/** Calls with another value outside of the tests, without values that differ between two runs or on the base. */
export const judgeReplay = ({ subject, result, base }: ReplayResult): readonly Finding[] | NotProbed => {
  const values = valuesIn(subject, result)
  const leftOut = leftOutOf(subject, result, values)
  if (values.calls.length === 0) {
    if (values.isRecordingCutOff) return [notFinished(subject)]
    if (leftOut.length > 0) return leftOut
    return { notProbed: values.isRecordingFailed ? notProbedReasons.notRecorded : notProbedReasons.noCall }
  }
  const onBase = valuesIn(subject, base)
  const found = values.calls.flatMap((call) => {
    const inTests = steadyValue(values, call.key)
    if (inTests === undefined) return []
    const place = placeNames.find((name) => differsAt(name, inTests, values, call.key, subject))
    if (!place) return []
    const before = steadyValue(onBase, call.key)
    if (before !== undefined && differsAt(place, before, onBase, call.key, subject)) return []
    return [{ call, inTests, value: values.of(place, call.key)!, place }]
  })
  const isSeen = values.calls.some(({ key }) => values.of('plain', key) !== undefined)
  if (found.length === 0 && values.isCutOff) return [notFinished(subject, values.calls[0])]
  if (found.length === 0 && !isSeen) return { notProbed: notProbedReasons.noPlainValue }
  const differing: readonly Finding[] = [
    ...new Map(found.toReversed().map((one) => [`${one.call.module}:${one.call.name}`, one])).values(),
  ]
    .toReversed()
    .slice(0, findingsMost)
    .map(({ call, inTests, value, place }) => ({
      kind: 'replay_differs',
      level: 'ask' as const,
      ...placeOf(subject, call),
      // Values of a test that its author has not seen are in no finding, since an agent may read it.
      reason: isOfOthers(subject, call.file)
        ? `“${shownText(call.name)}” gives another value ${places[place]} than in a test that its author has not seen.`
        : `“${shownText(`${call.name}(${call.shown})`)}” gives “${shownText(inTests)}” in the tests, and “${shownText(value)}” ${places[place]}.`,
    }))
  return [...differing, ...leftOut]
}

/** Functions of which no call can be made again, by their files. */
const leftOutOf = (subject: TimedSubject, result: string | undefined, { calls }: ReplayValues) => {
  const entries = (recordsIn(result ?? '', subject.nonce) ?? []).flatMap((one) => {
    const { stage, file, module, name, path, why } = one
    if (stage !== 'left_out' || typeof file !== 'number' || typeof module !== 'string' || typeof name !== 'string')
      return []
    if (typeof path !== 'string' || typeof why !== 'string' || calls.some((call) => call.module === module)) return []
    return [[module, { key: '', shown: '', file, module, name, path, why }] as const]
  })
  const byPath = Map.groupBy(new Map(entries).values(), ({ path }) => path)
  return [...byPath.values()].slice(0, findingsMost).map((functions): Finding => {
    const [first, ...others] = functions
    const names = functions.slice(0, namesMost).map(({ name }) => `“${shownText(name)}”`)
    const more = functions.length > namesMost ? ` and ${functions.length - namesMost} more` : ''
    const why = others.length === 0 ? shownText(first!.why) : 'their arguments cannot be repeated'
    return {
      kind: 'replay_left_out',
      level: 'note',
      ...placeOf(subject, first!),
      reason: `No call of ${names.join(', ')}${more} was made again outside of the tests: ${why}.`,
    }
  })
}

const namesMost = 5

/** A product that hangs outside of its tests would keep its other values to itself. */
const notFinished = (subject: TimedSubject, call?: RecordedCall): Finding => ({
  kind: 'replay_not_finished',
  level: 'ask',
  ...(call ? placeOf(subject, call) : { path: subject.changed[0]?.path ?? '' }),
  reason: 'There was no time to make all calls of the tests again outside of them.',
})

interface RecordedCall {
  readonly key: string
  readonly file: number
  readonly module: string
  readonly name: string
  readonly shown: string
  readonly path: string | undefined
}

interface ReplayValues {
  readonly calls: readonly RecordedCall[]
  /** Whether the tests were stopped while their calls were recorded. */
  readonly isRecordingCutOff: boolean
  /** Whether the tests, or what prepares their recording, failed. */
  readonly isRecordingFailed: boolean
  /** Whether calls have no value since the time of their stage was used. */
  readonly isCutOff: boolean
  of(stage: string, key: string): string | undefined
}

const stagesOf = (runner: string) => ['tests', 'again', 'plain', 'production', ...(runner === 'go' ? [] : ['later'])]
/** The status of a command that `timeout` ended. */
const killed = 137
/** The value of a call from which its program does not come back. */
const endOfProgram = 'the end of the program'

const valuesIn = ({ nonce, runner }: TimedSubject, result: string | undefined): ReplayValues => {
  const records = recordsIn(result ?? '', nonce) ?? []
  const keyOf = ({ file, at }: Readonly<Record<string, unknown>>) => `${String(file)}:${String(at)}`
  const hasEnded = (stage: unknown, is: (status: unknown) => boolean) =>
    records.some((one) => one.stage === 'ended' && one.of === stage && is(one.status))
  const isKilled = (stage: unknown) => hasEnded(stage, (status) => status === killed)
  // The last value of a call counts. A process that was stopped in a call did not end by it.
  const values = new Map(
    records.flatMap((one) =>
      typeof one.value === 'string' && !(one.value === endOfProgram && isKilled(one.stage))
        ? [[`${String(one.stage)}:${keyOf(one)}`, one.value] as const]
        : [],
    ),
  )
  const objects = new Map(records.filter(({ kind }) => kind === 'new').map((one) => [keyOf(one), one]))
  const calls = records.flatMap((one): readonly RecordedCall[] => {
    const { stage, file, name, shown, path } = one
    if (stage !== 'call' || typeof file !== 'number' || typeof name !== 'string' || typeof shown !== 'string') return []
    const { module } = one.kind === 'method' ? (objects.get(keyOf({ file, at: one.self })) ?? {}) : one
    return [
      {
        key: keyOf(one),
        file,
        module: typeof module === 'string' ? module : '',
        name: name === 'default' && typeof module === 'string' ? posix.basename(module).replace(/\.\w+$/, '') : name,
        shown,
        path: typeof path === 'string' ? path : undefined,
      },
    ]
  })
  const isEnded = (stage: string) => hasEnded(stage, (status) => status !== killed)
  const isMade = (stage: string) => calls.every(({ key }) => values.has(`${stage}:${key}`))
  return {
    calls,
    isRecordingCutOff: isKilled('call'),
    isRecordingFailed: hasEnded('call', (status) => status !== 0),
    isCutOff: !isEnded('call') || stagesOf(runner).some((stage) => !isEnded(stage) && !isMade(stage)),
    of: (stage, key) => values.get(`${stage}:${key}`),
  }
}

/** The value of a call under the runner, if it is the same twice. */
const steadyValue = (values: ReplayValues, key: string): string | undefined => {
  const first = values.of('tests', key)
  return first !== undefined && first === values.of('again', key) ? first : undefined
}

// The plain run has no files of tests, and another folder.
const ofMissingFiles =
  /ENOENT|MODULE_NOT_FOUND|[Nn]o such file|FileNotFound|ModuleNotFound|Cannot find (?:module|package)/

const differs = (inTests: string, value: string | undefined, { runner }: TimedSubject): boolean =>
  value !== undefined &&
  !isSameValue(inTests, value) &&
  !ofMissingFiles.test(value) &&
  !(runner === 'go' && isReordered(inTests, value))

/** Whether a call returns another value at a place, which neither its shifted times nor chance explain. */
const differsAt = (
  place: keyof typeof places,
  inTests: string,
  values: ReplayValues,
  key: string,
  subject: TimedSubject,
): boolean => {
  const value = values.of(place, key)
  if (!differs(inTests, value, subject)) return false
  if (place === 'plain' || place === 'production') return true
  if (values.of('varies', key) !== undefined) return false
  const expected = [inTests, ...yearsInDays.map((days) => movedOn(inTests, days))]
  return [value, (place === 'later' ? values.of('moved', key) : undefined) ?? value].every((one) =>
    expected.every((text) => differs(text, one, subject)),
  )
}

/** Two years, as calendars count them. */
const yearsInDays = [730, 731]

/** A value whose times and years from the present year on are later. */
const movedOn = (text: string, days: number): string =>
  text.replaceAll(/\d{4,13}/g, (digits) => {
    const number = Number(digits)
    if (number >= 1e12) return String(number + days * 86_400_000)
    if (number >= 1e9) return String(number + days * 86_400)
    return Math.abs(number - new Date().getFullYear()) < 2 ? String(number + 2) : digits
  })

/** Maps of Go are read in another order each time, now and then twice in the same. */
const isReordered = (one: string, other: string): boolean =>
  one.length === other.length && sorted(one) === sorted(other)

const sorted = (text: string) => text.split('').toSorted().join('')

/** Where a called function is, as far as the change shows it; else the test that calls it. */
const placeOf = (subject: TimedSubject, { file, module, name, path }: RecordedCall) => {
  const home = path ?? (isPython(subject) ? undefined : module)
  const changed = subject.changed.find(
    (one) => one.path === home || (home !== undefined && one.path.replace(/\.\w+$/, '') === home.replace(/\.\w+$/, '')),
  )
  const test = isOfOthers(subject, file) ? '' : (testsToReplay(subject)[file]?.path ?? '')
  if (!changed) return { path: home === undefined || home.startsWith('#') ? test : posix.normalize(home) }
  const line = lineOfFunction(changed.path, changed.text, name)
  return { path: changed.path, ...(line !== undefined && { line }) }
}
