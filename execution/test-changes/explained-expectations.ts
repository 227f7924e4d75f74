import type { Change, FileChange, Finding, Side, TestUnit } from './change.ts'
import { askedForms, type AskedForms } from './asked-forms.ts'
import { hitsIn } from './hits.ts'
import { mergedTests } from './merged-tests.ts'
import { testsOfMoved } from './moved-tests.ts'
import { plainTest } from './plain-tests.ts'
import { goesWithModule, importing, removedNames, testsOfRemoved, type TestLines } from './removed-features.ts'
import type { Request } from './request.ts'
import { snapshotTests } from './snapshot-tests.ts'
import { isEvidence, isSnapshot } from './test-paths.ts'
import { numbers, valuesIn } from './values.ts'

/**
 * Tests that expect something else than before, and nothing but what the request asks for: other values in lines that
 * stay, names that it renames, tests of what it removes, calls that wait or take other arguments, groups of tests, and
 * new tests beside them. None if the change touches any evidence in another way.
 */
export const explainedExpectations = (change: Change): Finding[] => {
  const touched = change.files.filter(
    ({ path, text }) => text.kind !== 'added' && (isEvidence(path) || isEvidence(text.from ?? path)),
  )
  const asked = { change, request: change.request, names: removedNames(change), forms: askedForms(change.request) }
  const isPlain = touched.every(({ before }) => before !== undefined && before.dialect === undefined)
  const found = touched.map((file) => {
    if (isSnapshot(file.path)) return snapshotTests(file, change.request)
    return isPlain
      ? plainTest(file, change.request)
      : (movedIn(file, asked) ?? mergedIn(file, asked) ?? explainedIn(file, asked))
  })
  const explaining = found.every((one) => one !== undefined) ? found.flat() : []
  const bringsEvidence = change.files.some(({ path, text }) => text.kind === 'added' && isEvidence(path))
  return explaining.length === 0 || bringsEvidence ? explaining : [...explaining, asRequested(explaining[0]!)]
}

/** Says of a check without a report of its tests why it does not pass with those of the base. */
const asRequested = ({ path }: Finding): Finding => ({
  kind: 'tests_as_requested',
  level: 'note',
  path,
  reason: 'Every change of a test, or of what tests read, is one that the request asks for.',
})

interface Asked {
  readonly change: Change
  readonly request: Request
  /** The names that the request removes. */
  readonly names: ReadonlySet<string>
  readonly forms: AskedForms
}

const mergedIn = (file: FileChange, { request }: Asked): Finding[] | undefined => {
  const merged = mergedTests(file, request)
  return merged.length > 0 ? merged.map((test) => explained(file.path, test, true)) : undefined
}

const movedIn = (file: FileChange, { change }: Asked): Finding[] | undefined => {
  const tests = testsOfMoved(file, change)
  return tests.length > 0 ? tests.map((test) => moved(file.path, test)) : undefined
}

const linesMost = 5_000

/** Undefined if a line of the file differs for another reason. */
const explainedIn = (file: FileChange, asked: Asked): Finding[] | undefined => {
  const { path, text, before, after } = file
  if (!before?.isTest) return undefined
  const gone = testsOfRemoved(before, asked.names)
  if (text.kind === 'deleted')
    return gone.length === before.tests.length || goesWithModule(file, asked.change)
      ? before.tests.map((test) => removed(path, test))
      : undefined
  if ((text.kind !== 'modified' && text.kind !== 'renamed') || !after?.isTest) return undefined
  const own = gone.filter(({ test }) => !after.tests.some(({ key }) => key === test.key))
  const was = withoutTests(linesOf(before), own)
  const is = linesOf(after)
  if (was.length > linesMost || is.length > linesMost) return undefined
  const { request } = asked
  const renamed = was.map((line) => ({ ...line, ...renamedIn(line, request) }))
  const changed = changedLines(renamed, is, asked)
  if (!changed) return undefined
  const isWhole = own.length > 0 || text.kind === 'renamed' || renamed.some(({ code }, at) => code !== was[at]!.code)
  const ofTest = (line: number) => before.tests.findLast((one) => one.line <= line)
  const touched = new Set(changed.map(({ line }) => ofTest(line)))
  const adapted = new Set(changed.filter(({ isAdapted }) => isAdapted).map(({ line }) => ofTest(line)))
  const kept = before.tests.filter((test) => !own.some((one) => one.test === test))
  const names = new Set(after.tests.map(({ key }) => key))
  const tests = isWhole || asked.forms.isGrouping ? kept : kept.filter((test) => touched.has(test))
  return [
    ...own.map(({ test }) => removed(path, test)),
    ...tests.map((test) =>
      adapted.has(test)
        ? adaptedTest(path, test)
        : explained(text.from ?? path, test, !names.has(test.key) || asked.forms.isGrouping),
    ),
  ]
}

const renamedIn = ({ text, code, begins }: Line, request: Request) => {
  const renamed = begins ? request.renamedTest : request.renamed
  return { text: renamed(text), code: renamed(code) }
}

const removed = (path: string, { key, line }: TestUnit): Finding => ({
  kind: 'test_removal_explained',
  level: 'note',
  path,
  line,
  test: key,
  reason: `“${key}”, line ${line} of ${path} before the change, is gone with what it tests, as the request asks.`,
})

const moved = (path: string, { key, line }: TestUnit): Finding => ({
  kind: 'test_move_explained',
  level: 'note',
  path,
  line,
  test: key,
  reason: `“${key}”, line ${line} of ${path} before the change, is unchanged, and the file from which tests moved as the request asks no longer finds what moved with them.`,
})

/** A test that was made anew for what the request asks: it proves nothing about the change. */
const adaptedTest = (path: string, { key, line }: TestUnit): Finding => ({
  kind: 'test_adapted',
  level: 'note',
  path,
  line,
  test: key,
  reason: `“${key}”, line ${line} of ${path} before the change, demands the exception that the request asks for. It proves nothing about the change.`,
})

const explained = (path: string, { key, line }: TestUnit, isRenamed: boolean): Finding => ({
  kind: isRenamed ? 'test_rename_explained' : 'expectation_explained',
  level: 'note',
  path,
  line,
  test: key,
  reason: `“${key}”, line ${line} of ${path} before the change, ${isRenamed ? 'has another name, form or group' : 'expects something else'} now, as the request asks.`,
})

const withoutTests = (lines: readonly Line[], tests: readonly TestLines[]) =>
  lines.filter(({ number }) => !tests.some(({ first, last }) => number >= first && number <= last))

interface Line {
  readonly number: number
  readonly text: string
  readonly code: string
  /** Whether a test, or what a file imports, begins in it. */
  readonly begins: boolean
}

/** The lines of a test file that hold more than a comment. */
const linesOf = ({ views, dialect }: Side): Line[] => {
  const starts = new Set(hitsIn(views.code, dialect!.tests).map(({ line }) => line))
  const codes = views.code.split('\n')
  return views.text.split('\n').flatMap((text, at) => {
    const line = { number: at + 1, text, code: codes[at]!, begins: starts.has(at + 1) || importing.test(text) }
    return text.trim() === '' ? [] : [line]
  })
}

interface ChangedLine {
  readonly line: number
  /** Whether its assertion is another one now. */
  readonly isAdapted: boolean
}

/** The lines that differ as the request asks; undefined if any other line is gone or new. */
const changedLines = (was: readonly Line[], is: readonly Line[], asked: Asked): ChangedLine[] | undefined => {
  const changed: ChangedLine[] = []
  let at = 0
  for (const line of was) {
    const next = is.findIndex((one, place) => place >= at && pairs(line, one, asked))
    if (next === -1 && importsRemoved(line, asked.names)) continue
    if (next === -1 || !isNewTests(is.slice(at, next), asked.forms)) return undefined
    const [before, after] = [line, is[next]!].map(({ text }) => text.trim()) as [string, string]
    if (after !== before) changed.push({ line: line.number, isAdapted: asked.forms.throwsInstead(before, after) })
    at = next + 1
  }
  return isNewTests(is.slice(at), asked.forms) ? changed : undefined
}

const isNewTests = (lines: readonly Line[], forms: AskedForms) =>
  lines.length === 0 || lines[0]!.begins || lines.every(({ text }) => forms.groups(text))

const importsRemoved = ({ text }: Line, names: ReadonlySet<string>) =>
  importing.test(text) && (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => names.has(word))

const pairs = (was: Line, is: Line, { request, names, forms }: Asked) => {
  if (was.text.trim() === is.text.trim()) return true
  if (importing.test(was.text))
    return importsRemoved(was, names) && importsOf(was.text, names) === importsOf(is.text, names)
  if (forms.isSame(was.text.trim(), is.text.trim(), was.begins)) return true
  if (forms.throwsInstead(was.text.trim(), is.text.trim())) return true
  if (formOf(was) !== formOf(is)) return false
  const old = valuesIn(was.text)
  const now = valuesIn(is.text)
  return old.length === now.length && now.every((value, at) => value === old[at] || request.wants(value))
}

/** The names of an import, without the removed ones. */
const importsOf = (text: string, names: ReadonlySet<string>) =>
  text
    .replace(/[A-Za-z_$][\w$]*/g, (word) => (names.has(word) ? '' : word))
    .replace(/[\s,{}()]+/g, ' ')
    .trim()

const formOf = ({ code }: Line) => code.replace(numbers, '0').replace(/\s/g, '')
