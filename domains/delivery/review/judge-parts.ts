import { shownText } from '../../../execution/probes/index.ts'
import type { ChangePartRow } from '../checks/index.ts'
import type { ChangeAccount, ReviewFinding } from '../tasks/contract/verdict.ts'
import { partQuotedMost } from '../tasks/rules/in-batch.ts'

/** The findings of a change by the accounts of its parts: decisions/0404. */
interface JudgedParts {
  /** Undefined if the parts were not looked at. */
  readonly account: ChangeAccount | undefined
  /** One for each part that a person has to see, the most telling first. */
  readonly unseen: readonly ReviewFinding[]
  /** Texts and styles, which merge only if the project allows it. */
  readonly shapes: readonly ReviewFinding[]
  /** Notes about files in which only names changed. */
  readonly renamed: readonly ReviewFinding[]
  /** Whether nothing changed that could matter when a program runs, beside texts, styles and new tests. */
  readonly onlyWords: boolean
  /** Whether every part is a text or a style for people, or changes nothing. */
  readonly onlyShape: boolean
}

export const judgeParts = (parts: readonly ChangePartRow[] | undefined): JudgedParts => {
  if (!parts) return { account: undefined, unseen: [], shapes: [], renamed: [], onlyWords: false, onlyShape: false }
  const count = (name: ChangePartRow['account']) => parts.filter(({ account }) => account === name).length
  const all = parts.map(({ account }) => account)
  const unseen = outermost(parts)
  return {
    account: {
      parts: parts.length,
      needed: count('needed'),
      own: count('own'),
      test: count('test'),
      same: count('same'),
      shape: count('shape'),
      unseen: count('unseen'),
      untriedFailures: parts.filter(({ reason }) => reason === 'failure').length,
      unseenLines: unseen.reduce((sum, { linesToRead }) => sum + linesToRead, 0),
    },
    unseen: findingsOf(unseen),
    shapes: byFile(parts.filter(({ account }) => account === 'shape')).map(({ first }) => ({
      kind: 'shape_changed',
      level: 'ask',
      path: first.path,
      line: first.line,
      reason: `${first.path} changes only texts or styles.`,
    })),
    renamed: byFile(parts.filter(({ reason }) => reason === 'renamed')).map(({ first, all: places }) =>
      namesNote(first, places.length),
    ),
    onlyWords: all.includes('same') && all.every((account) => ['same', 'test', 'shape'].includes(account)),
    onlyShape: all.length > 0 && all.every((account) => account === 'same' || account === 'shape'),
  }
}

const namesNote = ({ path, line, added, removed }: ChangePartRow, count: number): ReviewFinding => ({
  kind: 'names_changed',
  level: 'note',
  path,
  line,
  reason: `Only names changed in ${count === 1 ? 'a place' : `${count} places`} of ${path}: ${quoted(removed)} is ${quoted(added)} now.`,
})

/** The unseen parts without parts that another unseen part contains. */
const outermost = (parts: readonly ChangePartRow[]): readonly ChangePartRow[] => {
  const unseen = parts.filter(({ account }) => account === 'unseen')
  return unseen.filter(
    (part) =>
      !unseen.some(
        (other) =>
          other !== part &&
          other.path === part.path &&
          other.kind === 'added' &&
          part.kind === 'added' &&
          other.line <= part.line &&
          other.endLine >= part.endLine &&
          (other.line < part.line || other.endLine > part.endLine || parts.indexOf(other) < parts.indexOf(part)),
      ),
  )
}

const listedMost = 40
const manyOfOneFile = 5

const findingsOf = (unseen: readonly ChangePartRow[]): readonly ReviewFinding[] => {
  const found = byFile(unseen).flatMap(
    ({ first, all: parts }): readonly (ReviewFinding & { readonly rank: number })[] => {
      const isUntried = parts.every(({ reason }) => reason === 'not_run' || reason === 'not_tried')
      if (!isUntried || parts.length < manyOfOneFile)
        return parts.map((part) => ({ ...findingOf(part), rank: rankOf(part) }))
      const isLate = parts.some(({ reason }) => reason === 'not_tried')
      const why = isLate
        ? 'they were not tried in time'
        : 'no tests that pass over the change could be run without them'
      const reason = `${first.path} changes in ${parts.length} places, and ${why}.`
      return [{ kind: kindOf(isLate), level: 'ask', path: first.path, line: first.line, reason, rank: rankOf(first) }]
    },
  )
  const sorted = found.toSorted((one, other) => one.rank - other.rank).map(({ rank: _, ...finding }) => finding)
  const rest = sorted.slice(listedMost)
  if (rest.length === 0) return sorted
  const reason = `No test covers ${rest.length} more places, the first in ${rest[0]!.path}.`
  const isLate = rest.some(({ kind }) => kind === kindOf(true))
  return [...sorted.slice(0, listedMost), { kind: kindOf(isLate), level: 'ask', path: rest[0]!.path, reason }]
}

/** The kind of places that are listed together: some of them can be tried yet, or none. */
const kindOf = (isLate: boolean) => (isLate ? 'hunk_not_tried' : 'part_not_judged')

/** The parts by file, with the first one of each. */
const byFile = (parts: readonly ChangePartRow[]) =>
  [...Map.groupBy(parts, ({ path }) => path).values()].map((all) => ({ first: all[0]!, all }))

/** Parts of guards come first, then removed and rewritten code, files for tools and hosts, and the rest. */
const rankOf = ({ kind, reason, path }: ChangePartRow): number => {
  if (reason === 'guard' || reason === 'reaching_test') return 0
  if (kind === 'removed' || kind === 'changed') return 1
  if (kind === 'mode' || kind === 'binary' || path.startsWith('.')) return 2
  return reason === 'not_tried' ? 4 : 3
}

const quoted = (text: string) =>
  `“${shownText(text.replaceAll(/\s+/g, ' ').replaceAll(/[“”]/g, '"').trim(), partQuotedMost)}”`

const findingOf = (part: ChangePartRow): ReviewFinding => {
  const { kind, reason, path, line, added, removed, sourceLine } = part
  const found = (named: string, says: string): ReviewFinding => ({
    kind: named,
    level: 'ask',
    path,
    line,
    reason: says,
  })
  if (kind === 'mode') {
    const mode =
      removed === '' ? `is new with the mode ${added}` : `changes its mode from ${removed} to ${added || 'none'}`
    return found('part_not_judged', `${path} ${mode}, which no test can show.`)
  }
  if (kind === 'binary' && reason === 'not_tried')
    return found('hunk_not_tried', `Not tried in time: ${path}, which was not read.`)
  if (kind === 'binary') {
    const says = `${path} cannot be read line by line, and no test shows it.`
    return { kind: 'part_not_judged', level: 'ask', path, reason: says }
  }
  if (reason === 'not_told')
    return found(
      'value_not_shown',
      `No test tells ${quoted(added)} from ${quoted(removed)} here: ${quoted(sourceLine)}.`,
    )
  if (kind === 'removed_file' && reason === 'not_noticed')
    return found('hunk_not_shown', `${path} is removed. All tests pass with it still there.`)
  if (reason === 'reaching_test') return found('part_not_judged', `A test reaches beyond itself: ${quoted(added)}.`)
  const what = whatOf(part)
  if (reason === 'words') return found('part_not_judged', `No test judges what ${path} says ${what}.`)
  if (reason === 'guard') return found('part_not_judged', `Only the change’s own tests fail ${what}.`)
  if (reason === 'not_noticed') return found('hunk_not_shown', `All tests pass ${what}.`)
  if (reason === 'not_tried') return found('hunk_not_tried', `Not tried in time: the change ${what}.`)
  const why = reason === 'not_run' ? 'No tests that pass over the change could be run' : 'The program cannot be read'
  return found('part_not_judged', `${why} ${what}.`)
}

const fragmentMostChars = 60

/** The words of a part, with its line if they are a piece of it; a whole file has its name. */
const whatOf = (part: ChangePartRow): string => {
  const { kind, path, added, removed, sourceLine } = part
  if (kind === 'renamed') return `with ${path} under its former name, ${removed}`
  if (kind === 'removed_file') return `with ${path} still there`
  const isPiece = added !== '' && added.length < fragmentMostChars && sourceLine.length > added.length + 1
  return isPiece && sourceLine.includes(added) ? `${wordsOf(part)} in ${quoted(sourceLine)}` : wordsOf(part)
}

const wordsOf = ({ added, removed }: ChangePartRow): string => {
  if (removed === '') return `without ${quoted(added)}`
  return added === ''
    ? `with ${quoted(removed)} still there`
    : `with ${quoted(removed)} in the place of ${quoted(added)}`
}
