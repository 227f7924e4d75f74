import type { Change, FileChange, Finding, Level, TestUnit, Side } from './change.ts'
import { isProgram } from './languages.ts'
import { mergedTests } from './merged-tests.ts'
import { isFixture, isSnapshot, isTestName, isTestPath } from './test-paths.ts'
import { addedHits } from './hits.ts'

const link = '120000'

/** Tests and assertions that are missing: with their file, out of the runner's reach, or out of a file that stays. */
export const lostTests = (change: Change): Finding[] => {
  const tests = new Map(balances(change, (side) => side.tests).map((one) => [one.file, one]))
  const assertions = new Map(balances(change, (side) => side.assertions).map((one) => [one.file, one]))
  return change.files.flatMap((file) => {
    const gone = goneFile(change, file, tests.get(file), assertions.get(file))
    if (gone) return [gone]
    return fewer(file, tests.get(file), assertions.get(file))
  })
}

const goneFile = (
  change: Change,
  file: FileChange,
  tests?: UnitBalance,
  assertions?: UnitBalance,
): Finding | undefined => {
  const { path, text } = file
  const from = text.from ?? path
  if (text.kind === 'deleted') return deleted(change, file, tests, assertions)
  if (text.modeAfter === link && isTestPath(from)) {
    return {
      kind: 'test_file_replaced',
      level: 'refuse',
      path,
      reason: `${path} was a test file and is a link now. Restore the file.`,
    }
  }
  const isReached = isTestName(from) ? isTestName(path) : isTestPath(path)
  if (text.kind !== 'renamed' || !isTestPath(from) || isReached || !file.before?.tests.length) return undefined
  return {
    kind: 'test_file_out_of_reach',
    level: 'ask',
    path,
    reason: `${from} was renamed to ${path}, a name that test runners do not pick up. Keep a name that they do.`,
  }
}

const deleted = (
  change: Change,
  file: FileChange,
  tests?: UnitBalance,
  assertions?: UnitBalance,
): Finding | undefined => {
  const { path } = file
  if (isSnapshot(path) || isFixture(path))
    return { kind: 'test_data_deleted', level: 'note', path, reason: `${path}, which tests read, is deleted.` }
  if (!isTestPath(path) || !file.before) return undefined
  const lost = tests?.lost ?? []
  const checks = assertions?.lost ?? []
  if (file.before.tests.length + file.before.assertions.length === 0)
    return { kind: 'test_file_deleted', level: 'note', path, reason: `${path}, which supports tests, is deleted.` }
  if (lost.length === 0 && checks.length === 0) return undefined
  const level: Level = isRewritten(change, tests, assertions) && losesSubject(change, path) ? 'note' : 'ask'
  return {
    kind: 'test_file_deleted',
    level,
    path,
    reason: `${path} is deleted with ${counted(lost, checks)}. ${restore}`,
  }
}

const restore = 'Restore it, unless it was to be removed.'
const counted = (tests: readonly TestUnit[], assertions: readonly TestUnit[]) =>
  tests.length > 0 ? `${plural(tests.length, 'test')}${quote(tests)}` : plural(assertions.length, 'assertion')
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const quote = (units: readonly TestUnit[]) =>
  ` (${units
    .slice(0, 3)
    .map(({ key }) => `“${key.slice(0, 80)}”`)
    .join(', ')}${units.length > 3 ? ', …' : ''})`

/** True if new tests elsewhere make up for lost tests: a rewritten suite, for another runner perhaps. */
const isRewritten = (change: Change, tests?: UnitBalance, assertions?: UnitBalance) => {
  const count = (unitsOf: (file: FileChange, side: 'before' | 'after') => number, side: 'before' | 'after') =>
    change.files.reduce((sum, file) => sum + unitsOf(file, side), 0)
  const testsOf = (file: FileChange, side: 'before' | 'after') => file[side]?.tests.length ?? 0
  const assertionsOf = (file: FileChange, side: 'before' | 'after') => file[side]?.assertions.length ?? 0
  if (!tests && !assertions) return false
  return (
    count(testsOf, 'after') >= count(testsOf, 'before') && count(assertionsOf, 'after') >= count(assertionsOf, 'before')
  )
}

const stemOf = (path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/[.]\w+$/, '')
  return name.replace(/^(test[_-]|Test(?=[A-Z]))|([._-](test|tests|spec|cy|e2e)|(Test|Tests|Spec|IT))$/g, '') || name
}

const losesSubject = (change: Change, path: string) => {
  const stem = stemOf(path).toLowerCase()
  return change.files.some(
    (file) =>
      file.text.kind === 'deleted' &&
      !isTestPath(file.path) &&
      isProgram(file.path) &&
      stemOf(file.path).toLowerCase() === stem,
  )
}

const fewer = (file: FileChange, tests?: UnitBalance, assertions?: UnitBalance): Finding[] => {
  if (!file.before?.isTest) return []
  const found = fewerTests(file, tests) ?? fewerAssertions(file, assertions)
  return found ? [found] : []
}

const fewerTests = (file: FileChange, balance?: UnitBalance): Finding | undefined => {
  const { path, before, after } = file
  const lost = balance?.lost ?? []
  const missing = lost.length - (balance?.gained.length ?? 0)
  if (missing <= 0) return undefined
  const isEmpty = after?.tests.length === 0 && before!.tests.length > 0
  return {
    kind: isEmpty ? 'test_file_emptied' : 'fewer_tests',
    level: mergedTests(file).length > 0 ? 'note' : 'ask',
    path,
    line: lost[0]!.line,
    reason: `${path} has ${plural(missing, 'test')} fewer: gone is ${quote(lost).slice(2, -1)}, line ${lost[0]!.line} before the change. Restore what was not to be removed.`,
  }
}

const fewerAssertions = (file: FileChange, balance?: UnitBalance): Finding | undefined => {
  const { path } = file
  const lost = balance?.lost ?? []
  const missing = lost.length - (balance?.gained.length ?? 0)
  if (missing <= 0) return undefined
  return {
    kind: 'fewer_assertions',
    level: mergedTests(file).length > 0 ? 'note' : 'ask',
    path,
    line: lost[0]!.line,
    reason: `${path} has ${plural(missing, 'assertion')} fewer: gone is ${quote(lost).slice(2, -1)}, line ${lost[0]!.line} before the change.`,
  }
}

/** The lost and gained tests or assertions of a file, without tests that moved to or from another file. */
interface UnitBalance {
  readonly file: FileChange
  readonly lost: readonly TestUnit[]
  readonly gained: readonly TestUnit[]
}

/** Balances of the files that hold tests on a side, over the whole change: what only moved counts nowhere. */
const balances = (change: Change, unitsOf: (side: Side) => readonly TestUnit[]): UnitBalance[] => {
  const keyOf = ({ key }: TestUnit) => key
  const files = change.files.filter(({ before, after }) => before?.isTest === true || after?.isTest === true)
  const own = files.map((file) => {
    const [before, after] = [file.before, file.after].map((side) => (side?.isTest ? unitsOf(side) : []))
    return { file, lost: addedHits(after!, before!, keyOf), gained: addedHits(before!, after!, keyOf) }
  })
  const lost = tally(own.flatMap((one) => one.lost))
  const gained = tally(own.flatMap((one) => one.gained))
  const moved = (counts: Map<string, number>) => (one: TestUnit) => {
    const count = counts.get(one.key) ?? 0
    if (count > 0) counts.set(one.key, count - 1)
    return count > 0
  }
  const hasArrived = moved(gained)
  const hasLeft = moved(lost)
  return own.map(({ file, ...units }) => ({
    file,
    lost: units.lost.filter((one) => !hasArrived(one)),
    gained: units.gained.filter((one) => !hasLeft(one)),
  }))
}

const tally = (units: readonly TestUnit[]) => {
  const counts = new Map<string, number>()
  for (const { key } of units) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
