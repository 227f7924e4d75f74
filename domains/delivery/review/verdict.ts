import {
  compareReports,
  keyOf,
  type MovedTest,
  type TestResult,
  kindsNoTestShows,
} from '../../../packages/verdict/index.ts'
import { isBesideTests, needsIn } from '../../../execution/setup/index.ts'
import type {
  AcceptanceResult,
  Examination,
  ReproducedTest,
  ReviewFinding,
  Verdict,
} from '../tasks/contract/verdict.ts'
import type { ChangePartRow, CheckReport, CheckRow } from '../checks/index.ts'
import { coverageDrop } from './coverage-drop.ts'
import { judgeAcceptance, proofsOf } from './judge-acceptance.ts'
import { causeIn, causeOfCheck, setupName } from '../workbench/index.ts'
import { sentence } from '../sentences/index.ts'
import {
  type EarlierTests,
  healedFilesOf,
  healedTestsOf,
  namesOfTests,
  newTestsOf,
  passingIn,
  type RowsOfCheck,
  whole,
} from './new-tests.ts'
import { judgeParts } from './judge-parts.ts'

type Row = Pick<CheckRow, 'name' | 'phase' | 'outcome' | 'report'> & Partial<Pick<CheckRow, 'coverage' | 'log'>>

/** The combined rows of a check. */
interface JudgedCheck {
  readonly name: string
  /** The change made the check worse. */
  readonly refusals: readonly string[]
  /** The check proves less than on the base. */
  readonly lost: readonly string[]
  readonly notes: readonly ReviewFinding[]
  /** Tests that fail without the change and pass with it; of a check without a report, the check itself. */
  readonly reproduced: readonly ReproducedTest[]
  /** Whether it has new tests, and none of them fails without the change. */
  readonly newProveNothing: boolean
  /** True if its passing proves that earlier behaviour still works. */
  readonly canJudge: boolean
  /** Why it cannot judge the change. */
  readonly gap: string | undefined
}

/**
 * Why a change needs a person: no test proves it, no check can judge it, its tests prove less than before, or a person
 * has to see what no test shows (`unseen`).
 */
interface Doubt {
  readonly code: 'acceptance' | 'shown' | 'checked' | 'unverified' | 'weakened' | 'unseen'
  readonly message: string
  /** The kind of the finding that it is. */
  readonly kind?: string
  readonly path?: string
  readonly line?: number
}

export interface Findings {
  readonly verdict: Verdict
  readonly doubts: readonly Doubt[]
  /** True if the change touches only texts and looks for people. */
  readonly onlyProse: boolean
}

// Most severe first, at most 200.
const findingsMost = 200

/** The facts of a change beside the rows of its checks. */
interface KnownOfChange {
  /** Findings of rules about tests. */
  readonly weakening?: readonly ReviewFinding[]
  /** Its parts with their accounts; undefined if they were not looked at. */
  readonly parts?: readonly ChangePartRow[] | undefined
  /** Tests from before the request; undefined if unknown. */
  readonly earlier?: EarlierTests
  /** Results of a person's tests over it. */
  readonly acceptance?: AcceptanceResult | undefined
  /** Results of tests that a model wrote without seeing the change. */
  readonly examination?: Examination | undefined
}

/** The verdict on a change by the rows of its checks, and by the faults of its files: decisions/0035. */
export const verdictOn = (rows: readonly Row[], faults: readonly string[], known: KnownOfChange = {}): Findings => {
  const { weakening = [], earlier, acceptance, examination } = known
  const parts = judgeParts(known.parts)
  const accepted = judgeAcceptance(acceptance)
  const judged = judgeChecks(rows, { isUnchanged: unchangedBy(weakening), earlier })
  const reproduced = [...accepted.proofs, ...proofsOf(examination), ...judged.flatMap((check) => check.reproduced)]
  const lost = judged.flatMap((check) => check.lost)
  const refusals = [
    ...judged.flatMap((check) => check.refusals),
    ...faults,
    ...weakening.filter(({ level }) => level === 'refuse').map(({ reason }) => reason),
  ]
  const onlyWords = parts.onlyShape || parts.onlyWords
  // A test finds the words that it looks for, and proves nothing about other words that people read and obey.
  const shown = onlyWords ? [] : reproduced
  const proving = new Set(shown.filter(({ by }) => by !== 'change').map(({ check }) => check))
  const proofless = (): readonly Doubt[] => {
    if (shown.length > 0) return [shownDoubt(shown, known.parts !== undefined)]
    if (!judged.some(({ canJudge }) => canJudge)) return gapsIn(judged, needsBehind(rows))
    const hasIdleTests = judged.some(({ newProveNothing }) => newProveNothing)
    const why = onlyWords ? 'change_only_prose' : hasIdleTests ? 'checked_each_new_test' : 'checked_no_test'
    return [{ code: 'checked', message: sentence(why) }]
  }
  const possibleDoubts = (): readonly Doubt[] => [
    ...lost.map((message): Doubt => ({ code: 'weakened', message })),
    ...accepted.doubts,
    ...weakening.flatMap(doubtOf),
    ...(shown.length > 0 ? [...parts.unseen, ...parts.shapes].flatMap(doubtOf) : []),
    ...(proving.size > 0 ? [] : proofless()),
  ]
  const doubts = refusals.length > 0 ? [] : possibleDoubts()
  const outcome = refusals.length > 0 ? 'refused' : outcomeBehind(doubts)
  const approved = outcome === 'proved'
  // The policies for `checked` and `unverified` decide about a change that no test shows: its parts are only listed.
  const isAsked = doubts.some(({ message }) => message === parts.unseen[0]?.reason)
  const asNote = (one: ReviewFinding) => ({ ...one, level: 'note' as const })
  const ofParts = [
    ...(isAsked ? parts.unseen : parts.unseen.map(asNote)),
    ...parts.shapes.map(asNote),
    ...parts.renamed,
  ]
  const findings = [...weakening, ...ofParts, ...judged.flatMap(({ notes }) => notes)].slice(0, findingsMost)
  const verdict = {
    approved,
    outcome,
    provedBy: approved ? [...proving] : [],
    reasons: refusals.length > 0 ? [...refusals, ...lost] : doubts.map(({ message }) => message),
    ...(parts.account && { account: parts.account }),
    ...(findings.length > 0 && { findings }),
    ...(reproduced.length > 0 && { reproduced: reproduced.slice(0, findingsMost) }),
  }
  return { doubts, onlyProse: parts.onlyShape, verdict }
}

/** True if a test still tests the same as on the base, in another file or as part of another test. */
type IsUnchanged = (test: Pick<TestResult, 'file' | 'name'>) => boolean

interface KnownOfTests {
  readonly isUnchanged: IsUnchanged
  readonly earlier: EarlierTests | undefined
}

const judgeChecks = (rows: readonly Row[], known: KnownOfTests) => {
  const names = new Set(rows.filter(({ phase }) => phase === 'base').map(({ name }) => name))
  return [...names].map((name) => besideTests(names, judge(name, rows, known)))
}

/** Lint, types and a build beside tests can refuse a change; that they pass proves nothing about its behaviour. */
const besideTests = (names: ReadonlySet<string>, judged: JudgedCheck): JudgedCheck =>
  names.has('test') && isBesideTests(judged.name)
    ? { ...judged, canJudge: false, reproduced: [], gap: undefined }
    : judged

const doubtOf = ({ kind, level, reason, path, line }: ReviewFinding): readonly Doubt[] => {
  const code = kindsNoTestShows.includes(kind) ? 'unseen' : 'weakened'
  return level === 'ask' ? [{ code, message: reason, kind, path, ...(line !== undefined && { line }) }] : []
}

/** A change's outcome by its doubts. `unseen` only keeps it from `proved`: all results of tests stay true. */
const outcomeBehind = (doubts: readonly Doubt[]): Verdict['outcome'] => {
  if (doubts.length === 0) return 'proved'
  const codes = new Set(doubts.map(({ code }) => code).filter((code) => code !== 'unseen'))
  const [code = 'shown'] = codes
  return codes.size <= 1 && (code === 'shown' || code === 'checked') ? code : 'unverified'
}

/** Why a change is shown and not proved. */
const shownDoubt = (reproduced: readonly ReproducedTest[], isLooked: boolean): Doubt => {
  const hasNames = reproduced.some(({ name }) => name !== undefined)
  const message = sentence(hasNames ? 'shown_by_own_tests' : 'shown_without_report')
  if (isLooked) return { code: 'shown', message }
  const why = `${sentence('shown_not_probed')} ${sentence('probe_off')}`
  return { code: 'shown', kind: 'not_probed', message: `${message} ${why}` }
}

const gapsIn = (judged: readonly JudgedCheck[], needs: readonly string[]): readonly Doubt[] => {
  const gaps = judged.flatMap(({ gap }) => gap ?? [])
  const messages = gaps.length > 0 ? gaps : [sentence('checks_unknown')]
  return [...messages, ...needs].map((message) => ({ code: 'unverified', message }))
}

/** The needs of the tests by the base's setup, if something did not pass before the change. */
const needsBehind = (rows: readonly Row[]): readonly string[] => {
  const base = rows.filter(({ phase }) => phase === 'base')
  if (base.every(({ outcome }) => outcome === 'passed')) return []
  return needsIn(base.find(({ name }) => name === setupName)?.log ?? '')
}

const judge = (name: string, rows: readonly Row[], { isUnchanged, earlier }: KnownOfTests): JudgedCheck => {
  const at = (phase: Row['phase']) => rows.find((row) => row.name === name && row.phase === phase)
  const base = at('base')!
  const task = at('task')
  const results = { base, task, baseTests: at('base_tests') }
  const change = task && worse(base, task, isUnchanged)
  // Where a change leaves nothing to set up, its setup has no row.
  const stopped = name === setupName && !task ? [] : stoppedPassing(base, task)
  const refusals = [...stopped, ...(change?.failing ?? [])]
  const lost = refusals.length > 0 ? [] : [...(change?.lost ?? []), ...overBaseTests(results, isUnchanged)]
  const gap =
    refusals.length > 0 ? undefined : name === setupName ? gapOfSetup(base) : gapOf(base, task, isSetUpIn(rows))
  const fresh = newTestsOf(base, task, at('new_tests'))
  const notes = [...(change?.notes ?? []), ...fresh.notes, ...coverageDrop(name, base, task)]
  const isSound = refusals.length === 0 && name !== setupName
  const mergedIn = new Set(change?.merged.map(({ file }) => file))
  const isProof = (test: ReproducedTest) => !(test.file !== undefined && mergedIn.has(test.file) && isFresh(base, test))
  const healed = healedTestsOf(results, earlier)
  const reproduced = isSound ? distinct([...fresh.reproduced, ...healed]).filter(isProof) : []
  return {
    name,
    refusals,
    lost,
    notes,
    reproduced,
    newProveNothing: fresh.proveNothing,
    canJudge: name !== setupName && gap === undefined,
    gap,
  }
}

/** A test that has another name now fails without the change, and proves nothing by that. */
const isFresh = (base: Row, { file, name }: ReproducedTest) =>
  !whole(base)?.tests.some((test) => test.file === file && test.name === name)

const distinct = (tests: readonly ReproducedTest[]): readonly ReproducedTest[] => [
  ...new Map(tests.map((test) => [`${test.file}\0${test.name}`, test])).values(),
]

const stoppedPassing = (base: Row, task: Row | undefined): readonly string[] => {
  const fault = whole(base) && task?.report?.fault
  const report = fault === undefined ? [] : [`${sentence('check_no_report', { check: base.name })} ${fault}`]
  if (base.outcome !== 'passed' || task?.outcome === 'passed') return report
  return [sentence('check_passed_before', { check: base.name }), ...report]
}

const worse = (base: Row, task: Row, isUnchanged: IsUnchanged) => {
  const before = whole(base)
  const after = whole(task)
  if (!before || !after) return undefined
  const found = compareReports(before, after, new Set(before.flaky))
  const muted = found.muted.map(({ test }) => test)
  const vanished = found.vanished.filter((test) => !isUnchanged(test))
  const { name } = base
  return {
    merged: found.vanished.filter(isUnchanged),
    notes: [...movedNotes(name, found.moved), ...flakyNotes(name, after)],
    failing: namesOfTests(found.failing, (tests) => sentence('tests_fail', { check: name, tests })),
    lost: [
      ...namesOfTests(vanished, (tests) => sentence('tests_gone', { check: name, tests })),
      ...namesOfTests(muted, (tests) => sentence('tests_muted', { check: name, tests })),
      ...namesOfTests(found.thinner, (tests) => sentence('tests_fewer_assertions', { check: name, tests })),
    ],
  }
}

/** Tests that moved with their names prove the same as before: their file may be called otherwise. */
const movedNotes = (check: string, moved: readonly MovedTest[]): ReviewFinding[] =>
  [...Map.groupBy(moved, ({ from, to }) => `${from.file}\0${to.file}`).values()].map((tests) => {
    const [{ from, to }] = tests as [MovedTest]
    const count = tests.length === 1 ? '1 test' : `${tests.length} tests`
    const reason = `The check “${check}”: ${count} moved from ${from.file} to ${to.file}.`
    return { kind: 'tests_moved', level: 'note', path: to.file, reason }
  })

/** Tests that failed once over the change, and passed when they were run again. */
const flakyNotes = (check: string, { flaky = [], tests }: CheckReport): ReviewFinding[] =>
  tests
    .filter((test) => flaky.includes(keyOf(test)))
    .map(({ file, name }) => {
      const reason = `The check “${check}”: the test “${name}” is flaky: it failed, and passed when it was run again over the same files.`
      return { kind: 'tests_flaky', level: 'note', path: file, test: name, reason }
    })

/** Tests that do not pass with the base's tests, and passed there or pass with the tests of the change. */
const overBaseTests = ({ base, task, baseTests }: RowsOfCheck, isUnchanged: IsUnchanged): readonly string[] => {
  if (!baseTests) return []
  const check = base.name
  const before = whole(base)
  const now = whole(task)
  const after = whole(baseTests)
  if (before && after) {
    const { failing, vanished, moved, muted } = compareReports(before, after, new Set(before.flaky))
    const away = [...vanished, ...moved.map(({ from }) => from), ...muted.map(({ test }) => test)]
    const passed = passingIn(before)
    const passes = passingIn(now)
    const lost = [...failing, ...away].filter((test) => passed.has(keyOf(test)))
    const known = new Set([...lost.map(keyOf), ...(before.flaky ?? [])])
    const healed = after.tests.filter((test) => test.outcome === 'failed' && passes.has(keyOf(test)))
    const gone = [...lost, ...healed.filter((test) => !known.has(keyOf(test)))].filter((test) => !isUnchanged(test))
    return namesOfTests(gone, (tests) => sentence('tests_fail_with_base', { check, tests }))
  }
  const isWorse = before ? !after : task?.outcome === 'passed' && baseTests.outcome !== 'passed'
  return isWorse ? [sentence('tests_base_not_passing', { check })] : []
}

const unchangedKinds = ['tests_moved_whole', 'tests_merged']

/** Compares tests by their file, in Go by their package, and their own name. */
const unchangedBy = (findings: readonly ReviewFinding[]): IsUnchanged => {
  const unchanged = findings.filter(({ kind }) => unchangedKinds.includes(kind))
  return ({ file, name }) =>
    unchanged.some(
      ({ path, test }) =>
        test !== undefined &&
        (file === path || path.endsWith('_test.go')) &&
        (name === test || name.endsWith(` › ${test}`)),
    )
}

/** The files of tests that fail on the base and pass over the change. */
export const newlyPassingFiles = (rows: readonly Pick<Row, 'name' | 'phase' | 'report'>[]): string[] => {
  const files = rows
    .filter(({ phase }) => phase === 'base')
    .flatMap((base) => {
      const task = rows.find((row) => row.name === base.name && row.phase === 'task')
      return healedFilesOf(whole(base), whole(task))
    })
  return [...new Set(files)]
}

const gapOfSetup = ({ outcome, log = '' }: Row) => {
  if (outcome === 'passed') return undefined
  const cause = causeIn(log)
  return cause === undefined ? sentence('setup_failed') : `${sentence('setup_failed_because')} ${cause}`
}

const isSetUpIn = (rows: readonly Row[]) =>
  rows.every(({ name, phase, outcome }) => name !== setupName || phase !== 'base' || outcome === 'passed')

/** Why a check that refuses nothing cannot judge the change either. */
const gapOf = (base: Row, task: Row | undefined, isSetUp: boolean): string | undefined => {
  const check = { check: base.name }
  const cause = causeOfCheck(base.log ?? '', { isSetUp })
  const failed = base.outcome === 'could_not_run' ? 'check_could_not_run' : 'check_fails_before'
  if (base.outcome === 'could_not_run' || task?.outcome !== 'passed')
    return cause === undefined ? sentence(failed, check) : `${sentence(`${failed}_because`, check)} ${cause}`
  const before = whole(base)
  const after = whole(task)
  if (!after) return undefined
  if (after.tests.length === 0) return sentence('check_no_test', check)
  const added = new Set(before && compareReports(before, after).added.map(keyOf))
  const kept = after.tests.some((test) => test.outcome === 'passed' && !added.has(keyOf(test)))
  return kept || !before ? undefined : sentence('check_no_known_test', check)
}
