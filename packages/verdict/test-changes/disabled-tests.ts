import type { Change, FileChange, Finding, Level, Side } from './change.ts'
import type { Dialect } from './dialect.ts'
import { addedHits, hitsIn, keyText, lineText, type Hit } from './hits.ts'
import { settingKindOf } from './test-paths.ts'

type Mark = 'skips' | 'conditionalSkips' | 'onlys' | 'exits' | 'vacuous' | 'swallows'

/** Tests that stay and prove nothing any more: skipped, shut out by `only`, ended early, always true, or swallowed. */
export const disabledTests = (change: Change): Finding[] =>
  change.files.flatMap((file) => {
    const { after } = file
    if (!after?.dialect || !(after.isTest || isRunnerProgram(after))) return []
    return [
      ...marks(change, file, 'skips').flatMap((hit) => skipped(file, after, hit)),
      ...marks(change, file, 'conditionalSkips').flatMap((hit) => skippedSometimes(file, after, hit)),
      ...marks(change, file, 'onlys').map((hit) => narrowed(file, after, hit)),
      ...marks(change, file, 'exits').map((hit) => ended(file, after, hit)),
      ...marks(change, file, 'vacuous').map((hit) => vacuous(file, after, hit)),
      ...marks(change, file, 'swallows').flatMap((hit) => swallowed(file, after, hit)),
    ]
  })

const isRunnerProgram = ({ path }: Side) => settingKindOf(path) === 'runner'

/** Marks that are new in the file, without marks that moved here from another file in the change. */
const marks = (change: Change, file: FileChange, mark: Mark): Hit[] => {
  const own = addedHits(markedIn(file.before, mark), markedIn(file.after, mark), keyOf)
  if (own.length === 0) return []
  const left = change.files
    .filter((other) => other !== file)
    .flatMap((other) => addedHits(markedIn(other.after, mark), markedIn(other.before, mark), keyOf))
  return addedHits(left, own, keyOf).map(({ hit }) => hit)
}

const keyOf = ({ key }: { readonly key: string }) => key
const markedIn = (side: Side | undefined, mark: keyof Dialect) =>
  side?.dialect
    ? hitsIn(side.views.code, side.dialect[mark]).map((hit) => ({ hit, key: keyText(side.views.text, hit.index) }))
    : []

const finding = (kind: string, level: Level, { path }: FileChange, { line }: Hit, reason: string): Finding => ({
  kind,
  level,
  path,
  line,
  reason: `${path}:${line} ${reason}`,
})

const shown = (side: Side, { index }: Hit) => `“${lineText(side.views.raw, index).slice(0, 80)}”`

const skipped = (file: FileChange, after: Side, hit: Hit): Finding[] => {
  // Only a skip of what ran before takes anything away; a new test that is still to do is shown.
  const isOld = file.before !== undefined && skipsOld(file.before, after, hit)
  if (!isOld) return [finding('test_skipped', 'note', file, hit, `adds a test that is skipped: ${shown(after, hit)}.`)]
  return [finding('test_skipped', 'ask', file, hit, `skips a test: ${shown(after, hit)}. Let it run.`)]
}

// Marks inside of the test that they skip; the others come before its name.
const insideMark =
  /\b(?:this|t|tb|b|s|ctx|context|self|pytest|\w+)[.](?:skip\w*|Skip\w*|todo|pending|xfail|exit)\s*\($|SkipTest|^(?:pending|skip)\b|(?:->|::)mark/
const contextChars = 2_000

/** The test that a mark skips: the test around it, or the test whose name follows. */
const skippedBy = (side: Side, { index, line, found }: Hit) => {
  const behind = side.views.text.slice(index, index + contextChars)
  const isInside = insideMark.test(found) && !/^[^\n]{0,40}\(\s*(["'`])[^\n]*\1\s*,/.test(behind)
  if (isInside) return side.tests.findLast((test) => test.line <= line)?.key
  return side.dialect!.title.exec(behind)?.slice(1).findLast(Boolean)
}

/** Whether the test that is skipped here ran before; also true if its name is not found. */
const skipsOld = (before: Side, after: Side, hit: Hit) => {
  const name = skippedBy(after, hit)
  if (name === undefined) return true
  const wasSkipped = (['skips', 'conditionalSkips'] as const).some((mark) =>
    markedIn(before, mark).some((one) => skippedBy(before, one.hit) === name),
  )
  return before.views.raw.includes(name) && !wasSkipped
}

const skippedSometimes = (file: FileChange, after: Side, hit: Hit): Finding[] => {
  const isAlways = /\(\s*(?:True|true|1|not False|!false)\s*[,)]/.test(lineText(after.views.code, hit.index))
  const isOld = file.before !== undefined && skipsOld(file.before, after, hit)
  const level: Level = isAlways ? 'refuse' : isOld ? 'ask' : 'note'
  return [finding('test_skipped', level, file, hit, `skips a test on a condition: ${shown(after, hit)}.`)]
}

const narrowed = (file: FileChange, after: Side, hit: Hit) =>
  finding(
    'tests_narrowed',
    'refuse',
    file,
    hit,
    `runs this alone and leaves the others out: ${shown(after, hit)}. Remove the mark.`,
  )

const ended = (file: FileChange, after: Side, hit: Hit) => {
  const isNested = /^[ \t]{8,}$/.test(
    after.views.code.slice(after.views.code.lastIndexOf('\n', hit.index) + 1, hit.index),
  )
  const isCaught = isNested && /SystemExit|sys\.exit/.test(hit.found)
  return finding(
    'early_exit',
    isCaught ? 'note' : 'ask',
    file,
    hit,
    `ends the tests before they are through: ${shown(after, hit)}. Remove it.`,
  )
}

const vacuous = (file: FileChange, after: Side, hit: Hit) =>
  finding(
    'assertion_always_true',
    'refuse',
    file,
    hit,
    `asserts what is always true: ${shown(after, hit)}. Assert what the code does.`,
  )

const swallowed = (file: FileChange, after: Side, hit: Hit): Finding[] => {
  const guarded = after.views.code.slice(Math.max(0, hit.index - 1_500), hit.index)
  const from = Math.max(guarded.lastIndexOf('try'), guarded.lastIndexOf('begin'), guarded.lastIndexOf('\n\n'))
  const asserts = new RegExp(after.dialect!.assertions.source, 'm').test(guarded.slice(Math.max(0, from)) + hit.found)
  const level: Level = asserts && file.before ? 'refuse' : 'note'
  return [finding('failure_swallowed', level, file, hit, `ignores a failure: ${shown(after, hit)}. Let it fail.`)]
}
