import type { Alteration } from './alterations.ts'
import { partsOfChange, type AccountedFile, type ChangePart } from './change.ts'
import { isTextPart, type PartAccount } from './judge.ts'
import { doesTheSame } from './same/index.ts'
import { renamesOf, withRenames } from './same/renames.ts'
import { isDocumentPicture, isProse, isShape } from './shape/index.ts'
import type { Trial } from './trial-script.ts'
import type { Guard } from '../test-changes/guards/guard.ts'
import { addedReachesOfTest } from '../test-changes/guards/reaching-tests.ts'

/** The texts of a change, and its files that are judged as tests. */
export interface AccountedChange {
  readonly files: readonly AccountedFile[]
  /** New files that the runner of the project collects as tests, or that stand in a folder of tests. */
  readonly newTests: readonly string[]
  /** Tests, fixtures and settings of tests that were there: rules of their own judge them. */
  readonly judgedElsewhere: readonly string[]
  /** The names that were sought in the rest of the tree and are not there. */
  readonly notElsewhere: readonly string[]
  /** Lock files in which only packages that the request names came to the versions that it names. */
  readonly named: readonly string[]
}

/** The names that have to be sought in the rest of the tree before a change of names is known to change nothing. */
export const namesToSeek = async (files: readonly AccountedFile[]): Promise<readonly string[]> => {
  const names = new Set<string>()
  await renamesOf(files, async (name) => {
    names.add(name)
    return false
  })
  return [...names]
}

type PlannedParts = Awaited<ReturnType<typeof planParts>>

/** The parts of a change, and the accounts for parts that need no test. */
export const planParts = async (change: AccountedChange) => {
  const { files, newTests, judgedElsewhere, notElsewhere, named } = change
  const parts = await partsOfChange(files)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const known: (PartAccount | undefined)[] = []
  const ofFiles = new Map<string, PartAccount | undefined>()
  const renames = await renamesOf(files, async (name) => !notElsewhere.includes(name))
  const reaches = new Map<string, Reaches>()
  for (const part of parts) {
    const file = byPath.get(part.path)!
    const isNewTest = newTests.includes(part.path) && part.kind !== 'mode'
    if (isNewTest || judgedElsewhere.includes(part.path)) {
      if (!reaches.has(part.path)) reaches.set(part.path, reachesOf(file, parts))
      known.push(ofTest(part, reaches.get(part.path)!))
    } else if (named.includes(part.path) && isTextPart(part)) known.push({ account: 'own' })
    else if (part.kind === 'binary' && isPicture(file)) known.push({ account: 'shape' })
    else {
      if (!ofFiles.has(part.path)) ofFiles.set(part.path, await ofFile(file, renames))
      const ofWhole = isTextPart(part) ? ofFiles.get(part.path) : undefined
      known.push(ofWhole ?? (await ofPart(file, part, renames)) ?? ofWords(part))
    }
  }
  return { parts, known }
}

/**
 * A part of a test needs no test of its own, unless it makes the test reach beyond itself: the part is at such a place, or
 * the place has none of the changed parts, because what is there became a reach by a change elsewhere in the file.
 */
const ofTest = (part: ChangePart, reaches: Reaches): PartAccount =>
  reaches.some(({ place, hasPart }) => !hasPart || isAt(part, place))
    ? { account: 'unseen', reason: 'reaching_test' }
    : { account: 'test' }

type Reaches = ReturnType<typeof reachesOf>

/** The places that a test reaches, and whether a part of the change is there. */
const reachesOf = ({ path, before = '', after }: AccountedFile, parts: readonly ChangePart[]) =>
  after === undefined
    ? []
    : addedReachesOfTest(path, before, after).map((place) => ({
        place,
        hasPart: parts.some((part) => part.path === path && isAt(part, place)),
      }))

const isAt = ({ own }: ChangePart, place: Guard) => own.some(({ start, end }) => place.start < end && place.end > start)

/** A test of a document finds the words that it looks for, and says nothing about what they mean. */
const ofWords = (part: ChangePart): PartAccount | undefined =>
  isTextPart(part) && isProse(part.path) ? { account: 'unseen', reason: 'words' } : undefined

/** A file that is removed, renamed, a link or a program is not a picture. */
const isPicture = ({ path, kind, modeAfter, after }: AccountedFile) =>
  ['added', 'modified'].includes(kind) && modeAfter === '100644' && after === undefined && isDocumentPicture(path)

type Renames = ReadonlyMap<string, string>

const ofFile = async ({ path, before, after }: AccountedFile, renames: Renames): Promise<PartAccount | undefined> => {
  const same = before !== undefined && after !== undefined && (await sameAs({ path, before, after }, renames))
  if (same) return same
  return (await isShape({ path, before, after })) ? { account: 'shape' } : undefined
}

const sameAs = async (
  { path, before, after }: Parameters<typeof doesTheSame>[0],
  renames: Renames,
): Promise<PartAccount | undefined> => {
  if (await doesTheSame({ path, before, after })) return { account: 'same' }
  const renamed = await withRenames(path, before, renames)
  return renamed !== before && (await doesTheSame({ path, before: renamed, after }))
    ? { account: 'same', isRenaming: true }
    : undefined
}

const ofPart = async (
  { path, after, modeAfter }: AccountedFile,
  part: ChangePart,
  renames: Renames,
): Promise<PartAccount | undefined> => {
  if (modeAfter === '100644' && part.line === 1 && interpreter.test(part.added)) return { account: 'same' }
  const undone = part.files?.find((file) => file.path === path)?.text
  if (after === undefined || undone === undefined || !isTextPart(part)) return undefined
  return sameAs({ path, before: undone, after }, renames)
}

/** The first line of a script, which is read only if the file may be executed. */
const interpreter = /^#! ?\/(?:usr\/)?bin\/(?:env )?(?:sh|bash|dash|node|python3?)$/

/** The parts that are tried, by their places in the list, in the order in which they are: existing code before new one. */
export const partsToTry = ({ parts, known }: PlannedParts): readonly number[] => {
  const untried = parts.flatMap((part, at) => (known[at] === undefined && part.files !== undefined ? [at] : []))
  const isNewFile = ({ files, path }: ChangePart) =>
    files!.some((file) => file.path === path && file.text === undefined)
  const rankOf = (at: number) => (parts[at]!.kind === 'added' ? (isNewFile(parts[at]!) ? 2 : 1) : 0)
  // Inner parts are tried before the part around them, which tests may need because they need one of them.
  return untried.toSorted((one, other) => rankOf(one) - rankOf(other) || depthOf(parts, other) - depthOf(parts, one))
}

const depthOf = (parts: readonly ChangePart[], at: number): number => {
  let depth = 0
  for (let next = parts[at]!.within; next !== undefined; next = parts[next]!.within) depth += 1
  return depth
}

/** The trials of parts, and after them those of the alterations, in their order. */
export const trialsOf = (
  { parts }: PlannedParts,
  tried: readonly number[],
  alterations: readonly Alteration[],
): readonly Trial[] => {
  const places = new Map(tried.map((part, at) => [part, at]))
  const trials: Trial[] = tried.map((at, place) => ({
    files: parts[at]!.files!,
    implied: tried.flatMap((other) =>
      parts[other]!.within === at && isReached(parts[at]!) && places.get(other)! < place ? [places.get(other)!] : [],
    ),
  }))
  for (const { part, others } of alterations)
    for (const [at, { files }] of others.entries()) {
      // Another value is tried only if the value before it was not noticed.
      const after =
        at === 0
          ? { trial: places.get(part)!, outcome: 'needed' as const }
          : { trial: trials.length - 1, outcome: 'survived' as const }
      trials.push({ files, implied: [], after })
    }
  return trials
}

/** Whether tests that need a part of it need it too: without all of a condition or a call, nothing may be missing. */
const isReached = ({ isFunction, type = '' }: ChangePart) =>
  isFunction || /^(?:return|class|lexical_|variable_|short_var_|let_|var_|const_|local_variable_)/.test(type)
