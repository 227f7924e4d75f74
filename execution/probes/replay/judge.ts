import { posix } from 'node:path'
import type { Finding } from '../../test-changes/index.ts'
import { isSameValue } from '../inputs/same-value.ts'
import { notProbedReasons } from '../not-probed.ts'
import type { NotProbed } from '../probe.ts'
import { recordsIn, shownText } from '../runs/records.ts'
import { lineOfFunction } from './functions.ts'
import type { TrialsResult } from '../trial-subject.ts'
import { isOfOthers, isPython, testsToReplay } from './plan.ts'

const findingsMost = 10
const places = {
  plain: 'outside of the tests',
  production: 'with NODE_ENV=production in another folder and time zone',
} as const

interface ReplayResult extends TrialsResult {
  /** The same calls over the base; undefined if they were not made there. */
  readonly base?: string | undefined
}

/**
 * Findings of calls that give another value outside of the tests. Calls whose value differs between two runs of the
 * runner are left out, and those of which the base shows the same.
 */
export const judgeReplay = ({ subject, result, base }: ReplayResult): readonly Finding[] | NotProbed => {
  const values = valuesIn(subject.nonce, result)
  const leftOut = leftOutOf(subject, result, values)
  if (values.calls.length === 0) {
    if (values.isRecordingCutOff) return [notFinished(subject)]
    if (leftOut.length > 0) return leftOut
    return { notProbed: values.isRecordingFailed ? notProbedReasons.notRecorded : notProbedReasons.noCall }
  }
  const onBase = valuesIn(subject.nonce, base)
  const found = values.calls.flatMap((call) => {
    const inTests = steadyValue(values, call.key)
    if (inTests === undefined) return []
    const place = (['plain', 'production'] as const).find((stage) =>
      differs(inTests, values.of(stage, call.key), subject),
    )
    if (!place) return []
    const before = steadyValue(onBase, call.key)
    if (before !== undefined && differs(before, onBase.of(place, call.key), subject)) return []
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
const leftOutOf = (subject: TrialsResult['subject'], result: string | undefined, { calls }: ReplayValues) => {
  const named = (recordsIn(result ?? '', subject.nonce) ?? []).flatMap((one) => {
    const { stage, file, module, name, path, why } = one
    if (stage !== 'left_out' || typeof file !== 'number' || typeof module !== 'string' || typeof name !== 'string')
      return []
    if (typeof path !== 'string' || typeof why !== 'string' || calls.some((call) => call.module === module)) return []
    return [[module, { key: '', shown: '', file, module, name, path, why }] as const]
  })
  const byPath = Map.groupBy(new Map(named).values(), ({ path }) => path)
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
const notFinished = (subject: TrialsResult['subject'], call?: RecordedCall): Finding => ({
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

const stages = ['tests', 'again', 'plain', 'production']
/** The status of a command that `timeout` ended. */
const killed = 137
/** The value of a call from which its program does not come back. */
const endOfProgram = 'the end of the program'

const valuesIn = (nonce: string, result: string | undefined): ReplayValues => {
  const records = recordsIn(result ?? '', nonce) ?? []
  const keyOf = ({ file, at }: Readonly<Record<string, unknown>>) => `${String(file)}:${String(at)}`
  const isKilled = (stage: unknown) =>
    records.some((one) => one.stage === 'ended' && one.of === stage && one.status === killed)
  // The last value of a call counts. A process that was stopped in a call did not end by it.
  const values = new Map(
    records.flatMap((one) =>
      typeof one.value === 'string' && !(one.value === endOfProgram && isKilled(one.stage))
        ? [[`${String(one.stage)}:${keyOf(one)}`, one.value] as const]
        : [],
    ),
  )
  const made = new Map(records.filter(({ kind }) => kind === 'new').map((one) => [keyOf(one), one]))
  const calls = records.flatMap((one): readonly RecordedCall[] => {
    const { stage, file, name, shown, path } = one
    if (stage !== 'call' || typeof file !== 'number' || typeof name !== 'string' || typeof shown !== 'string') return []
    const { module } = one.kind === 'method' ? (made.get(keyOf({ file, at: one.self })) ?? {}) : one
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
  const isEnded = (stage: string) =>
    records.some((one) => one.stage === 'ended' && one.of === stage && one.status !== killed)
  const isRecordingCutOff = isKilled('call')
  const isRecordingFailed = records.some((one) => one.stage === 'ended' && one.of === 'call' && one.status !== 0)
  const isMade = (stage: string) => calls.every(({ key }) => values.has(`${stage}:${key}`))
  return {
    calls,
    isRecordingCutOff,
    isRecordingFailed,
    isCutOff: !isEnded('call') || stages.some((stage) => !isEnded(stage) && !isMade(stage)),
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

const differs = (inTests: string, value: string | undefined, { runner }: TrialsResult['subject']): boolean =>
  value !== undefined &&
  !isSameValue(inTests, value) &&
  !ofMissingFiles.test(value) &&
  !(runner === 'go' && isReordered(inTests, value))

/** Maps of Go are read in another order each time, now and then twice in the same. */
const isReordered = (one: string, other: string): boolean =>
  one.length === other.length && sorted(one) === sorted(other)

const sorted = (text: string) => text.split('').toSorted().join('')

/** Where a called function is, as far as the change shows it; else the test that calls it. */
const placeOf = (subject: TrialsResult['subject'], { file, module, name, path }: RecordedCall) => {
  const named = path ?? (isPython(subject) ? undefined : module)
  const changed = subject.changed.find(
    (one) =>
      one.path === named || (named !== undefined && one.path.replace(/\.\w+$/, '') === named.replace(/\.\w+$/, '')),
  )
  const test = isOfOthers(subject, file) ? '' : (testsToReplay(subject)[file]?.path ?? '')
  if (!changed) return { path: named === undefined || named.startsWith('#') ? test : posix.normalize(named) }
  const line = lineOfFunction(changed, name)
  return { path: changed.path, ...(line !== undefined && { line }) }
}
