import type { Change, FileChange, Finding, TestUnit, Side } from './change.ts'
import { isProgram } from './languages.ts'
import { isFixture, isSnapshot, isTestName, isTestPath } from './test-paths.ts'
import { addedHits } from './hits.ts'
import { mergedTests } from './unchanged-tests.ts'

const link = '120000'

/** Tests and assertions that are missing: with their file, out of the runner's reach, or out of a file that stays. */
export const lostTests = (change: Change): Finding[] => {
  const tests = new Map(balances(change, (side) => side.tests).map((one) => [one.file, one]))
  const assertions = new Map(balances(change, (side) => side.assertions).map((one) => [one.file, one]))
  return change.files.flatMap((file) => {
    const of = { tests: tests.get(file), assertions: assertions.get(file) }
    return goneFile(change, file, of) ?? fewer(file, of) ?? []
  })
}

interface Balances {
  readonly tests: UnitBalance | undefined
  readonly assertions: UnitBalance | undefined
}

const goneFile = (change: Change, file: FileChange, of: Balances): Finding | undefined => {
  const { path, text } = file
  const from = text.from ?? path
  if (text.kind === 'deleted') return deleted(change, file, of)
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

const deleted = (change: Change, file: FileChange, { tests, assertions }: Balances): Finding | undefined => {
  const { path } = file
  if (isSnapshot(path) || isFixture(path))
    return { kind: 'test_data_deleted', level: 'note', path, reason: `${path}, which tests read, is deleted.` }
  if (!isTestPath(path) || !file.before) return undefined
  const lost = tests?.lost ?? []
  const checks = assertions?.lost ?? []
  if (file.before.tests.length + file.before.assertions.length === 0)
    return { kind: 'test_file_deleted', level: 'note', path, reason: `${path}, which supports tests, is deleted.` }
  if (lost.length === 0 && checks.length === 0) return undefined
  const level = isRewritten(change) && losesSubject(change, path) ? 'note' : 'ask'
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
const isRewritten = ({ files }: Change) =>
  (['tests', 'assertions'] as const).every((units) => {
    const count = (side: 'before' | 'after') => files.reduce((sum, file) => sum + (file[side]?.[units].length ?? 0), 0)
    return count('after') >= count('before')
  })

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

const fewer = (file: FileChange, { tests, assertions }: Balances): Finding | undefined =>
  fewerOf('test', file, tests) ?? fewerOf('assertion', file, assertions)

const fewerOf = (noun: 'test' | 'assertion', file: FileChange, balance?: UnitBalance): Finding | undefined => {
  const { path, before, after } = file
  const lost = balance?.lost ?? []
  const missing = lost.length - (balance?.gained.length ?? 0)
  if (!before?.isTest || missing <= 0) return undefined
  const { line } = lost[0]!
  const isEmpty = after?.tests.length === 0 && before.tests.length > 0
  const kind = noun === 'assertion' ? 'fewer_assertions' : isEmpty ? 'test_file_emptied' : 'fewer_tests'
  const level = mergedTests(file).length > 0 ? 'note' : 'ask'
  const advice = noun === 'test' ? ' Restore what was not to be removed.' : ''
  const reason = `${path} has ${plural(missing, noun)} fewer: gone is ${quote(lost).slice(2, -1)}, line ${line} before the change.${advice}`
  return { kind, level, path, line, reason }
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
  const allLost = own.flatMap((one) => one.lost)
  const allGained = own.flatMap((one) => one.gained)
  const stayLost = new Set(addedHits(allGained, allLost, keyOf))
  const stayGained = new Set(addedHits(allLost, allGained, keyOf))
  return own.map(({ file, lost, gained }) => ({
    file,
    lost: lost.filter((one) => stayLost.has(one)),
    gained: gained.filter((one) => stayGained.has(one)),
  }))
}
