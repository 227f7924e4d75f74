import { findingOn, type Change, type FileChange, type Finding, type TestUnit, type Side } from './change.ts'
import { isProgram } from './languages.ts'
import { isFixture, isSnapshot, isTestName, isTestPath } from './test-paths.ts'
import { addedHits } from './hits.ts'
import { mergedTests } from './unchanged-tests.ts'

const link = '120000'

/** Tests and assertions that are missing: with their file, out of the runner's reach, or out of a file that stays. */
export const lostTests = (change: Change): Finding[] => {
  const balancesOf = { tests: balances(change, 'tests'), assertions: balances(change, 'assertions') }
  return change.files.flatMap((file) => {
    const tests = balancesOf.tests.get(file)
    const assertions = balancesOf.assertions.get(file)
    const gone = goneFile(change, file, { tests, assertions })
    return gone ?? fewer('test', file, tests) ?? fewer('assertion', file, assertions) ?? []
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
    const reason = `${path} was a test file and is a link now. Restore the file.`
    return findingOn(path, 'test_file_replaced', reason, 'refuse')
  }
  const isReached = isTestName(from) ? isTestName(path) : isTestPath(path)
  if (text.kind !== 'renamed' || !isTestPath(from) || isReached || !file.before?.tests.length) return undefined
  const reason = `${from} was renamed to ${path}, a name that test runners do not pick up. Keep a name that they do.`
  return findingOn(path, 'test_file_out_of_reach', reason)
}

const deleted = (change: Change, file: FileChange, { tests, assertions }: Balances): Finding | undefined => {
  const { path } = file
  if (isSnapshot(path) || isFixture(path))
    return findingOn(path, 'test_data_deleted', `${path}, which tests read, is deleted.`, 'note')
  if (!isTestPath(path) || !file.before) return undefined
  const lost = tests?.lost ?? []
  const checks = assertions?.lost ?? []
  if (file.before.tests.length + file.before.assertions.length === 0)
    return findingOn(path, 'test_file_deleted', `${path}, which supports tests, is deleted.`, 'note')
  if (lost.length === 0 && checks.length === 0) return undefined
  const level = isRewritten(change) && losesSubject(change, path) ? 'note' : 'ask'
  const reason = `${path} is deleted with ${counted(lost, checks)}. Restore it, unless it was to be removed.`
  return findingOn(path, 'test_file_deleted', reason, level)
}

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

const fewer = (noun: 'test' | 'assertion', file: FileChange, balance?: UnitBalance): Finding | undefined => {
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
  readonly lost: readonly TestUnit[]
  readonly gained: readonly TestUnit[]
}

/** Balances of the files that hold tests on a side, over the whole change: what only moved counts nowhere. */
const balances = (change: Change, units: 'tests' | 'assertions'): ReadonlyMap<FileChange, UnitBalance> => {
  const keyOf = ({ key }: TestUnit) => key
  const files = change.files.filter(({ before, after }) => before?.isTest === true || after?.isTest === true)
  const own = files.map((file) => {
    const unitsOf = (side: Side | undefined) => (side?.isTest ? side[units] : [])
    const before = unitsOf(file.before)
    const after = unitsOf(file.after)
    return { file, lost: addedHits(after, before, keyOf), gained: addedHits(before, after, keyOf) }
  })
  const allLost = own.flatMap((one) => one.lost)
  const allGained = own.flatMap((one) => one.gained)
  const stayLost = new Set(addedHits(allGained, allLost, keyOf))
  const stayGained = new Set(addedHits(allLost, allGained, keyOf))
  return new Map(
    own.map(({ file, lost, gained }) => [
      file,
      { lost: lost.filter((one) => stayLost.has(one)), gained: gained.filter((one) => stayGained.has(one)) },
    ]),
  )
}
