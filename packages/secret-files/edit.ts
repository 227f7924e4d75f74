import type { Dialect, Entry } from './dialect.ts'
import { splice, type Splice } from './text.ts'

/** A value to set, or a key to remove. */
export interface Change {
  readonly key: string
  /** Null removes the key everywhere. */
  readonly value: string | null
}

/** A change that the format cannot hold; nothing of the file has changed. */
export class UnwritableValue extends Error {
  override readonly name = 'Unwritable'
  readonly key: string
  constructor(key: string) {
    super(`The file cannot hold this value of ${key}`)
    this.key = key
  }
}

/**
 * The text after `changes`. Each replaces one range, and is taken only if the result reads back with every other value
 * the same. Throws UnwritableValue, and UnreadableFile for a text that could not be read to begin with.
 */
export const applyChanges = (dialect: Dialect, text: string, changes: readonly Change[]): string => {
  const impossible = changes.find(({ value }) => value !== null && !isText(value))
  if (impossible) throw new UnwritableValue(impossible.key)
  const together = setTogether(dialect, text, changes)
  return changes.reduce((current, change) => applyChange(dialect, current, change), together)
}

/** Whether a value is text that files and databases hold. */
export const isText = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

const applyChange = (dialect: Dialect, text: string, { key, value }: Change): string => {
  const before = dialect.read(text)
  if (value === null) return removeAll(dialect, text, before, key)
  const at = effectiveAt(dialect, before, key)
  if (at === -1) return addEntry(dialect, text, before, { key, value })
  if (before[at]!.value === value) return text
  const { start, end } = before[at]!
  const ways = dialect.spell(value, before[at]!, text).map((spelled) => [{ start, end, text: spelled }])
  return firstThatReads(dialect, text, ways, (again) => isChanged(before, again, at, value)) ?? refuseValue(key)
}

const addEntry = (
  dialect: Dialect,
  text: string,
  before: readonly Entry[],
  { key, value }: { readonly key: string; readonly value: string },
): string =>
  firstThatReads(dialect, text, dialect.add(key, value, text, before), (again) => isAdded(before, again, key, value)) ??
  refuseValue(key)

const removeAll = (dialect: Dialect, text: string, before: readonly Entry[], key: string): string => {
  const at = before.findLastIndex((entry) => entry.key === key)
  if (at === -1) return text
  const left = before.toSpliced(at, 1)
  const ways = dialect.remove(before[at]!, text, before)
  const next = firstThatReads(dialect, text, ways, (again) => areSame(left, again)) ?? refuseValue(key)
  return removeAll(dialect, next, dialect.read(next), key)
}

const firstThatReads = (
  dialect: Dialect,
  text: string,
  ways: readonly (readonly Splice[])[],
  holds: (again: readonly Entry[]) => boolean,
): string | undefined =>
  ways.map((splices) => splice(text, splices)).find((candidate) => reads(dialect, candidate, holds))

// A candidate that does not parse is not taken; the libraries' errors add nothing to that.
const reads = (dialect: Dialect, text: string, holds: (again: readonly Entry[]) => boolean): boolean => {
  try {
    return holds(dialect.read(text))
  } catch {
    return false
  }
}

export const refuseValue = (key: string): never => {
  throw new UnwritableValue(key)
}

/** Many values at once, read back once; the unchanged text if that fails, and then each is set separately. */
const setTogether = (dialect: Dialect, text: string, changes: readonly Change[]): string => {
  if (changes.length < 2) return text
  const before = dialect.read(text)
  const newValues = new Map<number, string>()
  for (const { key, value } of changes) {
    const at = effectiveAt(dialect, before, key)
    if (at !== -1 && value !== null && before[at]!.value !== value) newValues.set(at, value)
  }
  const splices = [...newValues].flatMap(([at, value]) =>
    dialect
      .spell(value, before[at]!, text)
      .slice(0, 1)
      .map((spelled) => ({ start: before[at]!.start, end: before[at]!.end, text: spelled })),
  )
  const next = splice(text, splices)
  const took = reads(dialect, next, (again) =>
    areSame(
      before.map((entry, at) => setTo(entry, newValues.get(at))),
      again,
    ),
  )
  return took ? next : text
}

const setTo = (entry: Entry, value: string | undefined): Entry => (value === undefined ? entry : { ...entry, value })

const effectiveAt = (dialect: Dialect, before: readonly Entry[], key: string): number =>
  dialect.effective === 'last'
    ? before.findLastIndex((entry) => entry.key === key)
    : before.findIndex((entry) => entry.key === key)

const isSame = (one: Entry, other: Entry | undefined): boolean =>
  one.key === other?.key && one.value === other.value && one.kind === other.kind

const areSame = (some: readonly Entry[], others: readonly Entry[]): boolean =>
  some.length === others.length && some.every((entry, at) => isSame(entry, others[at]))

/** Text stays text; a number may become one. */
const isChanged = (before: readonly Entry[], again: readonly Entry[], at: number, value: string): boolean => {
  const made = again[at]
  if (made?.key !== before[at]!.key || made.value !== value) return false
  if (before[at]!.kind === 'text' && made.kind !== 'text') return false
  return areSame(before.toSpliced(at, 1), again.toSpliced(at, 1))
}

const isAdded = (before: readonly Entry[], again: readonly Entry[], key: string, value: string): boolean => {
  const at = again.findLastIndex((entry) => entry.key === key)
  const made = again[at]
  return made?.value === value && made.kind === 'text' && areSame(before, again.toSpliced(at, 1))
}
