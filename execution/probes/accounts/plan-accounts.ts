import type {
  AccountedChange,
  AccountedFile,
  ChangePart,
  JudgedAlteration,
  JudgedPart,
  PartAccount,
  ScriptedRun,
  TestRun,
  TestsOfRun,
  TrialBudget,
} from '../../../packages/verdict/index.ts'
import {
  alterationsOf,
  guardsAt,
  partsToTry,
  planParts,
  scriptOf,
  trialsOf,
  type Guard,
} from '../../../packages/verdict/in-thread.ts'
import { movesNamedPackages } from '../../../packages/lock-files/in-thread.ts'
import type { ProbeFile } from '../probe.ts'
import { chosenCommand } from '../runs/chosen-command.ts'
import { namesChanged } from '../runs/copies.ts'

/** The tests in a check of a change, which all pass over it. */
export interface TestsOfChange {
  readonly check: string
  /** The command of the check, with the scripts of package.json expanded. */
  readonly command: string
  /** The name of its runner; undefined if unknown. */
  readonly runner: string | undefined
  /** Tests of people and of the examiner, under the names with which they run. */
  readonly given: readonly ProbeFile[]
  /** Test files of the base whose tests pass, as they are on the base. */
  readonly base: readonly ProbeFile[]
  /** Test files that the change adds or modifies, as they are after it. */
  readonly own: readonly ProbeFile[]
}

interface AccountsInput {
  readonly change: Omit<AccountedChange, 'named'>
  /** The words of people that the change answers. */
  readonly request: string
  readonly tests: readonly TestsOfChange[]
  readonly nonce: string
  readonly budget: TrialBudget
  /** The accounts of an earlier run over the same change, in the order of its parts; missing parts are tried. */
  readonly earlier?: readonly EarlierAccount[] | undefined
}

/** A part of an earlier run, with its account; null if it was not tried. */
export interface EarlierAccount extends Pick<ChangePart, 'kind' | 'line' | 'endLine'> {
  readonly account: PartAccount | null
}

export interface PlannedAccounts {
  readonly parts: readonly JudgedPart[]
  readonly known: readonly (PartAccount | null)[]
  /** Places of the parts that are tried, in the order of the trials. */
  readonly tried: readonly number[]
  /** Values in them that are tried with others in their place. */
  readonly alterations: readonly JudgedAlteration[]
  /** The tests of each way to run tests, in the order in which a trial asks them. */
  readonly ways: readonly TestsOfRun[]
  /** Undefined if nothing is tried. */
  readonly run: ScriptedRun | undefined
}

const nearMost = 10
const triedMost = 400
const textsMostChars = 8 * 2 ** 20

/** The parts of a change, and a run that tries the parts that need a test. */
export const planAccounts = async (input: AccountsInput): Promise<PlannedAccounts> => {
  const { change, request, tests, nonce, budget, earlier } = input
  const named = change.files.filter((file) => isNamedMove(file, request)).map(({ path }) => path)
  const planned = withEarlier(await planParts({ ...change, named }), earlier)
  const tried = withinBounds(planned.parts, partsToTry(planned))
  const runs = tried.length > 0 ? testRunsOf(tests, change.files, nonce) : []
  const isGuard = guardsOf(change.files)
  const alterations = runs.length > 0 ? await alterationsOf(change.files, planned.parts, { tried, request }) : []
  return {
    parts: planned.parts.map(({ files, ...part }) => ({
      ...part,
      canBeUndone: files !== undefined,
      isGuard: isGuard(part),
    })),
    known: planned.known.map((one) => one ?? null),
    tried,
    ways: runs.map((one) => one.tests),
    alterations: alterations.map(({ others, ...one }) => ({ ...one, others: others.map(({ text }) => text) })),
    run:
      runs.length > 0
        ? scriptOf({ tests: runs, trials: trialsOf(planned, tried, alterations), nonce, budget })
        : undefined,
  }
}

const isNamedMove = ({ path, kind, before, after }: AccountedFile, request: string) =>
  kind === 'modified' &&
  before !== undefined &&
  after !== undefined &&
  movesNamedPackages({ path, before, after }, request)

/** Parts with an earlier run's findings; without them if that run read other parts. */
const withEarlier = (
  planned: Awaited<ReturnType<typeof planParts>>,
  earlier: readonly EarlierAccount[] = [],
): typeof planned => {
  const { parts, known } = planned
  const isSame = (part: ChangePart, { kind, line, endLine }: EarlierAccount) =>
    part.kind === kind && part.line === line && part.endLine === endLine
  if (earlier.length !== parts.length || !earlier.every((one, at) => isSame(parts[at]!, one))) return planned
  return { parts, known: known.map((one, at) => one ?? earlier[at]!.account ?? undefined) }
}

/** Whether a part belongs to a guard, of the text after the change or of the text before it. */
const guardsOf = (files: readonly AccountedFile[]) => {
  const guards = new Map(
    files.map(({ path, before, after }) => [
      path,
      {
        after: after === undefined ? [] : guardsAt(path, after, before),
        before: before === undefined ? [] : guardsAt(path, before),
      },
    ]),
  )
  const meets = (ranges: ChangePart['own'], places: readonly Guard[]) =>
    ranges.some(({ start, end }) => places.some((place) => place.start < end && place.end > start))
  return ({ path, own, gone }: Pick<ChangePart, 'path' | 'own' | 'gone'>): boolean => {
    const places = guards.get(path)
    return places !== undefined && (meets(own, places.after) || meets(gone, places.before))
  }
}

/** Parts beyond the bounds are not tried, which nothing else accounts for. */
const withinBounds = (parts: readonly ChangePart[], tried: readonly number[]): readonly number[] => {
  let chars = 0
  return tried.slice(0, triedMost).filter((at) => {
    chars += parts[at]!.files!.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
    return chars <= textsMostChars
  })
}

/** The ways to run the tests of a change: tests that its author did not write, then its own tests, then whole checks. */
const testRunsOf = (
  all: readonly TestsOfChange[],
  files: readonly AccountedFile[],
  nonce: string,
): readonly TestRun[] => {
  const runs = all.map((tests) => runsOf(tests, files, nonce))
  return [
    ...runs.flatMap(({ proving }) => proving),
    ...runs.flatMap(({ own }) => own),
    ...runs.flatMap(({ whole }) => whole),
  ]
}

interface RunsOfCheck {
  readonly proving: readonly TestRun[]
  readonly own: readonly TestRun[]
  readonly whole: readonly TestRun[]
}

const runsOf = (tests: TestsOfChange, files: readonly AccountedFile[], nonce: string): RunsOfCheck => {
  const { command, runner } = tests
  const changed = new Set(files.map(({ path }) => path))
  const near = tests.base.filter(namesChanged(files)).slice(0, nearMost)
  const restored = baseTestsOf(tests, files)
  const chosen = (of: readonly ProbeFile[]) =>
    runner === undefined ? undefined : chosenCommand({ command, runner }, of, `.probe_${nonce}/report`)
  const given = chosen(tests.given)
  const beside = chosen(near)
  const own = chosen(tests.own)
  const asOnBase = near.filter(({ path }) => changed.has(path))
  const needsWhole = beside === undefined || near.length < tests.base.length
  const by = 'needed' as const
  const whole = { builds: [], command }
  const testsBy = (author: TestsOfRun['by'], of: readonly ProbeFile[] = []) => ({
    tests: { check: tests.check, by: author, files: of.map(({ path }) => path) },
  })
  return {
    proving: [
      ...(given === undefined ? [] : [{ by, ...given, ...testsBy('given'), files: tests.given }]),
      ...(beside === undefined ? [] : [{ by, ...beside, ...testsBy('base', near), files: asOnBase }]),
    ],
    own: own === undefined ? [] : [{ by: 'own', ...own, ...testsBy('own', tests.own), files: [] }],
    whole: [
      ...(needsWhole
        ? [{ by, ...whole, ...testsBy('base'), files: [...restored, ...(given === undefined ? tests.given : [])] }]
        : []),
      ...(own === undefined && restored.length > 0
        ? [{ by: 'own' as const, ...whole, ...testsBy('own'), files: [] }]
        : []),
    ],
  }
}

/** The test files of a change as they are on the base; added files are not there. */
const baseTestsOf = ({ own }: TestsOfChange, files: readonly AccountedFile[]) =>
  own.flatMap(({ path }) => {
    const file = files.find((one) => one.path === path)
    return file ? [{ path, text: file.before }] : []
  })
