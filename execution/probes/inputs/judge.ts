import type { Finding } from '../../../packages/verdict/index.ts'
import { notProbedReasons, type NotProbed, type ProbeFile, type ProbeSubject } from '../probe.ts'
import { recordsIn, shownText, isSameValue } from '../runs/records.ts'
import { partsOf } from '../runs/run-of-copies.ts'
import { testsForInputs, variants } from './plan.ts'

interface InputRecordings {
  readonly subject: ProbeSubject
  /** Two recordings of a plan over the base. */
  readonly base: readonly (string | undefined)[]
  readonly change: string | undefined
}

/** A value that an assertion looked at. */
interface RecordedValue {
  readonly file: number
  readonly variant: number
  readonly line: number
  readonly column: number
  /** How often the copy came to this place before. */
  readonly at: number
  readonly call: string
  readonly value: string
}

/** A value of the base and that of the change in its place; undefined if the change did not come as far. */
interface Pair {
  readonly base: RecordedValue
  readonly change: RecordedValue | undefined
}

/**
 * Findings of recordings with altered inputs: values that differ for the inputs of the tests and for no altered input
 * belong to a fix only for its tests. Values that differ between the recordings of the base are left out.
 */
export const judgeInputs = ({ subject, base, change }: InputRecordings): readonly Finding[] | NotProbed => {
  const tests = testsForInputs(subject)
  const [first, second] = base.map((result) => recordingsIn(result, subject, tests))
  const changed = recordingsIn(change, subject, tests)
  if (!first?.size || !second?.size || !changed?.size) {
    return { notProbed: notProbedReasons.noValue }
  }
  // A run that was cut off proves nothing about values that it did not reach.
  const { isWhole } = partsOf(change ?? '', subject.nonce)
  const copies = new Set(isWhole ? [...changed.values()].map(copyOf) : [])
  const isSteady = steadyIn(first, second)
  const pairs = [...first]
    .filter(([, recorded]) => isSteady(recorded))
    .map(([key, one]): Pair => ({ base: one, change: changed.get(key) }))
    .filter((pair) => pair.change !== undefined || copies.has(copyOf(pair.base)))
  const found = narrowFix(pairs, tests)
  return found.length > 0 || isWhole ? found : [notFinished(subject)]
}

/** A run that was cut off clears no change. */
const notFinished = ({ changed }: ProbeSubject): Finding => ({
  kind: 'part_not_judged',
  level: 'ask',
  path: changed[0]?.path ?? '',
  reason:
    'The tests with altered inputs did not come to their end, so nothing shows that the fix holds for other inputs.',
})

/**
 * Whether a value was the same in both recordings of the base, as were all others of its place. A test file with a
 * quarter of its places varying has no steady value: its inputs are random, and some values agree by chance.
 */
const steadyIn = (first: ReadonlyMap<string, RecordedValue>, second: ReadonlyMap<string, RecordedValue>) => {
  const places = new Map([...first.values()].map((one) => [placeOf(one), one.file]))
  const varying = new Map(
    [...first].flatMap(([key, one]) =>
      second.get(key)?.value === one.value ? [] : [[placeOf(one), one.file] as const],
    ),
  )
  const countOf = (among: ReadonlyMap<string, number>, file: number) =>
    [...among.values()].filter((one) => one === file).length
  const files = new Set(places.values())
  const random = new Set([...files].filter((file) => countOf(varying, file) * 4 >= countOf(places, file)))
  return (one: RecordedValue): boolean => !varying.has(placeOf(one)) && !random.has(one.file)
}

const copyOf = ({ file, variant }: RecordedValue) => `${file}:${variant}`
const placeOf = ({ file, line, column }: RecordedValue) => `${file}:${line}:${column}`
const isDifferent = ({ base, change }: Pair) => !change || !isSameValue(base.value, change.value)

const narrowFix = (pairs: readonly Pair[], tests: readonly ProbeFile[]): readonly Finding[] => {
  const own = pairs.filter((pair) => pair.base.variant === 0 && isDifferent(pair))
  const places = new Set(own.map(({ base }) => placeOf(base)))
  const unaltered = new Set(own.map(valuesOf))
  const callAt = new Map(own.map(({ base }) => [`${placeOf(base)}:${base.at}`, base.call]))
  const hasOtherInputs = ({ base }: Pair) => isOtherCall(callAt.get(`${placeOf(base)}:${base.at}`), base.call)
  const altered = pairs.filter(
    (pair) =>
      pair.base.variant > 0 &&
      places.has(placeOf(pair.base)) &&
      (hasOtherInputs(pair) || !unaltered.has(valuesOf(pair))),
  )
  const [shown] = own
  if (!shown || altered.length === 0 || altered.some(isDifferent)) return []
  const { base, change } = shown
  return [
    {
      kind: 'fix_for_tests_only',
      level: 'ask',
      path: tests[base.file]!.path,
      line: base.line,
      reason: `The fix holds only for the inputs of the tests: ${shownText(base.call)} gave ${shownText(base.value)} and gives ${shownText(change?.value ?? 'no value')}, and nothing differs for ${altered.length} altered inputs.`,
    },
  ]
}

/** Whether a call has another literal in the place of each one: then it may give the same values and shows more. */
const isOtherCall = (own: string | undefined, altered: string): boolean => {
  const literals = own?.match(literal) ?? []
  const others = altered.match(literal) ?? []
  return literals.length > 0 && literals.length === others.length && literals.every((one, at) => one !== others[at])
}

const literal = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\b\d[\d_.]*(?:e[+-]?\d+)?/gi

/** The values of a pair: a copy that alters other inputs repeats the values of the test's own inputs. */
const valuesOf = ({ base, change }: Pair) => JSON.stringify([placeOf(base), base.at, base.value, change?.value])

const recordingsIn = (result: string | undefined, { nonce }: ProbeSubject, tests: readonly ProbeFile[]) => {
  const records = recordsIn(partsOf(result ?? '', nonce).records, nonce)
  if (!records) return undefined
  return new Map(
    records.flatMap((record) => {
      const one = recordedIn(record, tests)
      return one && Number.isSafeInteger(record.at)
        ? [[`${copyOf(one)}:${placeOf(one)}:${String(record.at)}`, one]]
        : []
    }),
  )
}

const recordedIn = (record: Readonly<Record<string, unknown>>, tests: readonly ProbeFile[]) => {
  const { file, variant, line, column, at, call, value } = record
  if (!isWithin(file, tests.length) || !isWithin(variant, variants) || !isWithin(column, 10_000)) return undefined
  if (!isWithin(at, 1000)) return undefined
  const lines = tests[file]!.text.split('\n').length
  if (!isWithin(line, lines + 1) || typeof call !== 'string' || typeof value !== 'string') return undefined
  return { file, variant, line, column, at, call, value }
}

const isWithin = (value: unknown, end: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < end
