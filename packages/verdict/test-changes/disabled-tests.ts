import { findingAt, newHits, type Change, type FileChange, type Finding, type Level, type Side } from './change.ts'
import { hitsIn, keyText, lineText, type Hit } from './hits.ts'
import { settingKindOf } from './test-paths.ts'

/** Ways to disable a test, by the names of their patterns in a `Dialect`. */
type Disabler = 'skips' | 'conditionalSkips' | 'onlys' | 'exits' | 'vacuous' | 'swallows'

/** Tests that stay and prove nothing any more: skipped, shut out by `only`, ended early, always true, or swallowed. */
export const disabledTests = (change: Change): Finding[] =>
  change.files.flatMap((file) => {
    const { path, after } = file
    if (!after?.dialect || !(after.isTest || isRunnerProgram(after))) return []
    return marks.flatMap((mark) =>
      newHits(change, file, (side) => markedIn(side, mark)).map((hit) => {
        const { kind, level, effect, advice = '' } = disablingsOf[mark](file, after, hit)
        const shown = lineText(after.views.raw, hit.index).slice(0, 80)
        return findingAt(path, hit.line, kind, `${effect}: “${shown}”.${advice}`, level)
      }),
    )
  })

const isRunnerProgram = ({ path }: Side) => settingKindOf(path) === 'runner'

const markedIn = (side: Side | undefined, mark: Disabler) => {
  // `code` has no comments and no content of strings; `text` has no comments.
  const pattern = side?.dialect?.[mark]
  const { code = '', text = '' } = side?.views ?? {}
  return pattern ? hitsIn(code, pattern).map((hit) => ({ ...hit, key: keyText(text, hit.index) })) : []
}

interface DisablingFinding {
  readonly kind: string
  readonly level: Level
  readonly effect: string
  readonly advice?: string
}

const disablingsOf: Readonly<Record<Disabler, (file: FileChange, after: Side, hit: Hit) => DisablingFinding>> = {
  // Only a skip of a test that ran before takes anything away; a new test that is still to do is only noted.
  skips: (file, after, hit) =>
    skipsOld(file, after, hit)
      ? { kind: 'test_skipped', level: 'ask', effect: 'skips a test', advice: ' Let it run.' }
      : { kind: 'test_skipped', level: 'note', effect: 'adds a test that is skipped' },
  conditionalSkips: (file, after, hit) => {
    const isAlways = /\(\s*(?:True|true|1|not False|!false)\s*[,)]/.test(lineText(after.views.code, hit.index))
    const level = isAlways ? 'refuse' : skipsOld(file, after, hit) ? 'ask' : 'note'
    return { kind: 'test_skipped', level, effect: 'skips a test on a condition' }
  },
  onlys: () => ({
    kind: 'tests_narrowed',
    level: 'refuse',
    effect: 'runs this alone and leaves the others out',
    advice: ' Remove the mark.',
  }),
  exits: (_file, { views: { code } }, { index, found }) => {
    // Eight columns deep, the exit is in a branch of a function, which not every test reaches.
    const isNested = /^[ \t]{8,}$/.test(code.slice(code.lastIndexOf('\n', index) + 1, index))
    const level = isNested && /SystemExit|sys\.exit/.test(found) ? 'note' : 'ask'
    return { kind: 'early_exit', level, effect: 'ends the tests before they are through', advice: ' Remove it.' }
  },
  vacuous: () => ({
    kind: 'assertion_always_true',
    level: 'refuse',
    effect: 'asserts what is always true',
    advice: ' Assert what the code does.',
  }),
  swallows: ({ before }, { views: { code }, dialect }, { index, found }) => {
    // The guarded code: from the `try` or Ruby's `begin` before the mark, or from the last blank line.
    const guarded = code.slice(Math.max(0, index - guardedMostChars), index)
    const from = Math.max(guarded.lastIndexOf('try'), guarded.lastIndexOf('begin'), guarded.lastIndexOf('\n\n'))
    const asserts = new RegExp(dialect!.assertions.source, 'm').test(guarded.slice(Math.max(0, from)) + found)
    // A new file takes no assertion away from the tests.
    const level = asserts && before ? 'refuse' : 'note'
    return { kind: 'failure_swallowed', level, effect: 'ignores a failure', advice: ' Let it fail.' }
  },
}
const guardedMostChars = 1_500
const marks = Object.keys(disablingsOf) as Disabler[]

// Marks inside of the test that they skip, such as `t.Skip(`, `raise SkipTest`, `pending` and `->markTestSkipped`; the
// others come before its name.
const insideMark =
  /\b\w+[.](?:skip\w*|Skip\w*|todo|pending|xfail|exit)\s*\($|SkipTest|^(?:pending|skip)\b|(?:->|::)mark/
const contextChars = 2_000

/** The test that a mark skips: the test around it, or the test whose name follows. */
const skippedBy = (side: Side, { index, line, found }: Hit) => {
  const behind = side.views.text.slice(index, index + contextChars)
  // `test.skip('name', …)` comes before the name of its test too.
  const isInside = insideMark.test(found) && !/^[^\n]{0,40}\(\s*(["'`])[^\n]*\1\s*,/.test(behind)
  if (isInside) return side.tests.findLast((test) => test.line <= line)?.key
  return side.dialect!.title.exec(behind)?.slice(1).findLast(Boolean)
}

/** Whether the test that is skipped here ran before; also true if its name is not found. */
const skipsOld = ({ before }: FileChange, after: Side, hit: Hit): boolean => {
  if (!before) return false
  const name = skippedBy(after, hit)
  if (name === undefined) return true
  const wasSkipped = (['skips', 'conditionalSkips'] as const).some((mark) =>
    markedIn(before, mark).some((one) => skippedBy(before, one) === name),
  )
  return before.views.raw.includes(name) && !wasSkipped
}
