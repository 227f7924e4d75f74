import { programOf } from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'
import { languageOf } from '../../test-changes/index.ts'
import { guardsOfHunk } from './guards.ts'
import { hunksOf, isAlikeAny, partsOfHunk, withoutHunks, type Hunk } from './hunks.ts'
import { hasStatement, isImportOnly, isRename, isVersionBump } from './harmless-hunks.ts'
import { quantifiersOf, type Quantifier } from './quantifiers.ts'
import { runtimeText } from './runtime-text.ts'
import { textAt, type TrialSubject } from './trial.ts'

/** A part of a change, and the files without it. */
export interface ChangePart {
  readonly path: string
  /** The hunk that it is of; undefined for a file that is gone. */
  readonly hunk: Hunk | undefined
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** In the file after the change, counted from 1; undefined for a file that is gone. */
  readonly line: number | undefined
  readonly files: readonly { readonly path: string; readonly text: string | undefined }[]
  /** The question about all or any of a list that the files answer otherwise; undefined for lines that are undone. */
  readonly quantifier?: Quantifier
  /** Parts by their places: this one is only needed if the program without one of them cannot be read. */
  readonly instead?: readonly number[]
}

/** The parts of the program files of a change that can matter when the program runs: the largest removals first. */
export const partsOfChange = (subject: TrialSubject): readonly ChangePart[] => {
  const parts = subject.changed
    .filter(({ path }) => languageOf(path) !== undefined)
    .map((file) => partsOfFile(subject, file))
  const deleted = subject.deleted.map(({ path, text }) => ({
    path,
    hunk: undefined,
    removed: text.split('\n').filter((line) => line.trim() !== ''),
    added: [],
    line: undefined,
    files: [{ path, text }],
  }))
  return ordered([...parts, deleted])
}

/** The lists as one, by the lines that are removed; `instead` still names the same parts. */
const ordered = (lists: readonly (readonly ChangePart[])[]): readonly ChangePart[] => {
  const all = lists.flatMap((list) => list.map((part) => ({ part, list })))
  const sorted = all.toSorted(
    (one, other) =>
      Number(one.part.instead !== undefined) - Number(other.part.instead !== undefined) ||
      other.part.removed.length - one.part.removed.length,
  )
  const places = new Map(sorted.map(({ part }, at) => [part, at]))
  return sorted.map(({ part, list }) =>
    part.instead ? { ...part, instead: part.instead.map((at) => places.get(list[at]!)!) } : part,
  )
}

const partsOfFile = (subject: TrialSubject, file: ProbeFile): readonly ChangePart[] => {
  const was = textAt(subject.before, file.path)
  const whole = hunksOf(was ?? '', file.text)
  if (was === undefined) {
    return [
      {
        path: file.path,
        hunk: whole[0],
        removed: [],
        added: file.text.split('\n'),
        line: 1,
        files: [{ path: file.path, text: undefined }],
      },
    ]
  }
  const now = runtimeText(file.path, file.text)
  const matters = (hunks: readonly Hunk[]) => runtimeText(file.path, withoutHunks(file.text, hunks)) !== now
  const language = languageOf(file.path)
  const sides = { before: was, after: file.text }
  const isTried = (hunk: Hunk) =>
    matters([hunk]) && !isImportOnly(hunk, language) && !isVersionBump(hunk) && !isRename(hunk, language, sides)
  const pieces = whole.flatMap(piecesOf)
  const parts: ChangePart[] = []
  const unread: Hunk[] = []
  const add = (hunk: Hunk, of: Hunk, instead?: readonly number[]) => {
    const together = withDeclarations(hunk, of, pieces, file.text)
    const undone = withoutHunks(file.text, together)
    const text = language === 'go' ? withoutIdleImports(undone) : undone
    if (language === 'javascript' && !programOf({ ...file, text })) return false
    parts.push({
      path: file.path,
      hunk: of,
      removed: hunk.removed.filter((line) => line.trim() !== ''),
      added: hunk.added.filter((line) => line.trim() !== ''),
      line: Math.min(hunk.start + 1, file.text.split('\n').length),
      files: [{ path: file.path, text }, ...restoredBy(together, subject)],
      ...(instead && { instead }),
    })
    return true
  }
  const couldBeUnread: number[] = []
  for (const hunk of whole.filter(isTried)) {
    const own = piecesOf(hunk)
    for (const guard of guardsOfHunk(hunk, language))
      if (!own.some((piece) => isSamePlace(piece, guard))) add(guard, hunk)
    const from = parts.length
    const wanted = own.filter((piece) => isOwnTrial(piece, hunk) && isTried(piece))
    const readable = wanted.filter((piece) => add(piece, hunk))
    const places = parts.slice(from).map((_, at) => from + at)
    const isWhole = own.length === 1 && own[0] === hunk
    if (isWhole) couldBeUnread.push(...places)
    const isCovered = readable.length === wanted.length && wanted.length === own.filter(isTried).length
    if (isWhole && readable.length === 1) continue
    if (!isCovered) {
      if (add(hunk, hunk)) couldBeUnread.push(parts.length - 1)
      else unread.push(hunk)
    } else if (language !== 'javascript' && add(hunk, hunk, places)) couldBeUnread.push(parts.length - 1)
  }
  const asked = quantifiersOf(file, whole).map((quantifier): ChangePart => ({
    path: file.path,
    hunk: undefined,
    removed: [],
    added: [],
    line: quantifier.line,
    files: [{ path: file.path, text: quantifier.text }],
    quantifier,
  }))
  parts.push(...asked)
  const all = { start: 0, end: file.text.split('\n').length, removed: was.split('\n'), added: file.text.split('\n') }
  const rest = {
    path: file.path,
    hunk: all,
    removed: whole.flatMap(({ removed }) => removed),
    added: whole.flatMap(({ added }) => added),
    line: (unread[0] ?? whole[0] ?? all).start + 1,
    files: [{ path: file.path, text: was }],
  }
  if (unread.length > 0) return [...parts, rest]
  return language === 'javascript' || parts.length === 0 ? parts : [...parts, { ...rest, instead: couldBeUnread }]
}

/** A program of Go whose imports that it does not use have no name: else it would not compile. */
const withoutIdleImports = (text: string): string =>
  text.replaceAll(
    /^(import |\t)(?:(\w+) )?"([^"\n]+)"$/gm,
    (line, before: string, alias: string | undefined, path: string) => {
      const named = alias ?? path.slice(path.lastIndexOf('/') + 1)
      return new RegExp(`\\b${RegExp.escape(named)}\\.`).test(text) ? line : `${before}_ "${path}"`
    },
  )

const declares = (name: string) =>
  new RegExp(
    `\\b(?:function\\*?|class|const|let|var|def|func|type|import|from)\\b[^;]*(?<![\\w$])${RegExp.escape(name)}(?![\\w$])|(?<![\\w$.])${RegExp.escape(name)}\\s*(?::?=(?!=)|\\([^)]*\\)\\s*[{:])|\\([^)]*(?<![\\w$.])${RegExp.escape(name)}(?![\\w$])[^)]*\\)\\s*(?:=>|[{:]|->)`,
  )

const isSamePlace = (one: Hunk, other: Hunk) =>
  one.removed.join('\n') === other.removed.join('\n') && one.added.join('\n') === other.added.join('\n')

/**
 * The parts of a hunk by which it is tried. Lines that were removed beside unlike new ones are a part of their own, with
 * the new ones kept.
 */
const piecesOf = (hunk: Hunk): readonly Hunk[] => {
  const parts = partsOfHunk(hunk)
  if (parts.length > 1 || hunk.removed.length === 0 || hunk.added.length === 0) return parts
  return parts[0]!.added.length > 0 && !hunk.removed.some((line) => isAlikeAny(line, hunk.added))
    ? [
        { ...hunk, end: hunk.start, added: [] },
        { ...hunk, removed: [] },
      ]
    : parts
}

/** A part that only removes is tried by itself if it does something, and one that only adds with its whole hunk. */
const isOwnTrial = (part: Hunk, hunk: Hunk) =>
  part === hunk || (part.removed.length > 0 && (part.added.length > 0 || hasStatement(part.removed)))

/** A part with those whose removed lines declare names that only it uses: without them it could not run as before. */
const withDeclarations = (part: Hunk, of: Hunk, all: readonly Hunk[], after: string): readonly Hunk[] => {
  const names = new Set(part.removed.join('\n').match(/[A-Za-z_$][\w$]*/g))
  const gone = [...names].filter((name) => !new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`).test(after))
  const patterns = gone.slice(0, 20).map(declares)
  const needed = all.filter(
    (other) =>
      (other.end < of.start || other.start > of.end) &&
      other.start !== part.start &&
      patterns.some((pattern) => pattern.test(other.removed.join('\n'))),
  )
  return [part, ...needed]
}

/** Deleted files that the lines of hunks name. */
const restoredBy = (hunks: readonly Hunk[], { deleted }: TrialSubject) => {
  const lines = hunks.flatMap(({ removed }) => removed).join('\n')
  return deleted.filter(({ path }) => lines.includes(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')))
}
