import { languageAt, readProgram } from './grammar.ts'
import { changedEntries } from '../data-entries.ts'
import { isTranslation, textsToRead } from './shape/translations.ts'
import { noTraits, traitsOf, type Traits } from './traits.ts'
import { nameOfNode, partsOfFile, withEdits, wordsOf, type Edit, type Part, type Range } from './parts/index.ts'

/** A file that a change touches; a text is undefined if it is missing on its side, binary or too large to read. */
export interface AccountedFile {
  readonly path: string
  readonly from?: string | undefined
  readonly kind: string
  readonly modeBefore?: string | undefined
  readonly modeAfter?: string | undefined
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A file as a trial has it; without a text, it is not there. */
export interface TrialFile {
  readonly path: string
  readonly text: string | undefined
}

/** The kind of a part: characters of a text, or a property of the whole file. */
export type PartKind = 'added' | 'changed' | 'removed' | 'removed_file' | 'renamed' | 'mode' | 'binary'

/** The text that a part adds, and the text that it removes. */
interface PartText {
  readonly added: string
  readonly removed: string
}

/** A part of a change. */
export interface ChangePart extends PartText, Traits {
  readonly path: string
  readonly kind: PartKind
  /** The type of its node in the grammar, of a text that has one. */
  readonly type: string | undefined
  /** In the file after the change, counted from 1. */
  readonly line: number
  readonly endLine: number
  /** How many lines a person reads to see all of it: for data, as many as values differ. */
  readonly linesToRead: number
  /** The line that it begins in, as the change has it. */
  readonly sourceLine: string
  /** Both texts with the parts inside of them, as far as they are short. */
  readonly shown: PartText
  /** The place in the list of the part around it, which is undone with it. */
  readonly within: number | undefined
  /** Its characters in the text after the change, and in the text before it. */
  readonly own: readonly Range[]
  readonly gone: readonly Range[]
  /** Whether it is of a new script of a shell, which is a function without a name. */
  readonly isOfNewScript: boolean
  /** The files without it; undefined if it cannot be undone on its own. */
  readonly files: readonly TrialFile[] | undefined
}

/** The limits of a change that is split into parts. A file beyond them is one part without a trial. */
export const partsMost = 2_000
const textMostChars = 400_000

/** The parts of a change, file by file. */
export const partsOfChange = async (files: readonly AccountedFile[]): Promise<readonly ChangePart[]> => {
  const parts: ChangePart[] = []
  for (const file of files) {
    const own = await partsOf(file, files)
    const first = parts.length
    const kept = first + own.length > partsMost ? [wholeFile(file)] : own
    parts.push(...kept.map((part) => ({ ...part, within: behind(first, part.within) })))
  }
  return parts
}

/** The place of a part in a list that begins with so many other parts. */
const behind = (count: number, within: number | undefined) => (within === undefined ? undefined : within + count)

const partsOf = async (file: AccountedFile, all: readonly AccountedFile[]): Promise<readonly ChangePart[]> => {
  const { path, from, kind, modeBefore, modeAfter, before, after } = file
  const whole = wholeFile(file)
  if (kind === 'deleted')
    return [{ ...whole, kind: 'removed_file', files: before === undefined ? undefined : [{ path, text: before }] }]
  const parts: ChangePart[] = []
  if (from !== undefined && from !== path) {
    const back =
      after === undefined
        ? undefined
        : [
            { path, text: undefined },
            { path: from, text: after },
          ]
    parts.push({ ...whole, kind: 'renamed', ...asText(path, from), files: back })
  }
  const modeOnce = kind === 'added' ? regular : (modeBefore ?? regular)
  if (modeOnce !== (modeAfter ?? regular))
    parts.push({ ...whole, kind: 'mode', ...asText(modeAfter ?? '', kind === 'added' ? '' : (modeBefore ?? '')) })
  const isRead = after !== undefined && (kind === 'added' || before !== undefined)
  if (!isRead || after.length + (before?.length ?? 0) > textMostChars)
    return before === after && after !== undefined ? parts : [...parts, whole]
  const found = await partsOfFile(path, before ?? '', after)
  const first = parts.length
  // A new file without a grammar is one part: without it, there is no file.
  const isOnlyPart = kind === 'added' && found.length === 1 && found[0]!.unit === undefined
  const lines = after.split('\n')
  const alone: (string | undefined)[] = []
  for (const part of found) alone.push(await textWithout(file, part, found))
  const together = await textsWithoutSeveral(file, found, alone)
  for (const [at, part] of found.entries()) {
    const text = alone[at] ?? together.get(part)
    const own = { path, text: isOnlyPart ? undefined : text }
    parts.push({
      path,
      kind: part.change,
      type: part.unit?.type,
      line: part.line,
      endLine: part.endLine,
      linesToRead: countLines(file, part, text),
      sourceLine: (lines[part.line - 1] ?? '').trim(),
      ...textsOf(file, part, joined),
      shown: textsOf(file, part, spanned),
      own: part.own,
      gone: part.gone,
      ...(part.isWhole && part.change === 'added' ? traitsOf(part.unit!, after) : noTraits),
      isOfNewScript: kind === 'added' && languageAt(path) === 'bash',
      within: behind(first, part.within),
      files: text === undefined ? undefined : [own, ...restoredFor(part, file, all)],
    })
  }
  return parts
}

// The mode of a file that is no program, as Git writes it.
const regular = '100644'

const wholeFile = ({ path, before, after }: AccountedFile): ChangePart => ({
  path,
  kind: 'binary',
  type: undefined,
  line: 1,
  endLine: 1,
  linesToRead: 1,
  sourceLine: '',
  ...asText(after ?? '', before ?? ''),
  within: undefined,
  own: [],
  gone: [],
  ...noTraits,
  isOfNewScript: false,
  files: undefined,
})

/** A part of a file without a grammar may be data or a translation, whose brackets and blank lines have no content. */
const countLines = ({ path, after }: AccountedFile, part: Part, without: string | undefined): number => {
  const all = part.endLine - part.line + 1
  if (part.unit || all === 1 || without === undefined || after === undefined) return all
  const texts = isTranslation(path) ? textsToRead(path, without || undefined, after) : undefined
  const found = texts ?? changedEntries(path, without, after)
  return found ? Math.min(all, Math.max(1, found.length)) : all
}

const asText = (added: string, removed: string) => ({ added, removed, shown: { added, removed } })

const textsOf = (
  { before = '', after = '' }: AccountedFile,
  { own, gone }: Part,
  join: (text: string, ranges: readonly Range[]) => string,
): PartText => ({ added: join(after, own), removed: join(before, gone) })

const textIn = (text: string, ranges: readonly Range[], between: string) =>
  ranges.map(({ start, end }) => text.slice(start, end)).join(between)

const joined = (text: string, ranges: readonly Range[]) => textIn(text, ranges, ' … ').trim()

const wholeMostChars = 350

const spanned = (text: string, ranges: readonly Range[]) => {
  const start = Math.min(...ranges.map((range) => range.start))
  const end = Math.max(...ranges.map((range) => range.end))
  return ranges.length > 1 && end - start <= wholeMostChars ? text.slice(start, end).trim() : joined(text, ranges)
}

/** The text without a part, with what its removed lines need; undefined if no program is left. */
const textWithout = async (
  { path, before = '', after = '' }: AccountedFile,
  part: Part,
  all: readonly Part[],
): Promise<string | undefined> => {
  const undo = [part, ...declarationsFor(part, all, before, after)].flatMap((one) => one.undo)
  const ways: readonly (readonly Edit[])[] =
    part.isWhole && part.change === 'added'
      ? (part.unit?.undoings ?? [])
      : [undo, withBlanks(after, undo), onLines(after, undo), ...insideOf(part, all, before, after)]
  for (const edits of ways) {
    const text = withoutIdleImports(path, withEdits(after, edits))
    if (languageAt(path) === undefined || (await isProgram(path, text))) return text
  }
  return undefined
}

/** The texts without groups of parts on adjoining lines that only together leave a program, such as two brackets. */
const textsWithoutSeveral = async (
  { path, after = '' }: AccountedFile,
  all: readonly Part[],
  alone: readonly (string | undefined)[],
): Promise<ReadonlyMap<Part, string>> => {
  const stuck = all.filter((part, at) => alone[at] === undefined && !part.isWhole)
  const groups: Part[][] = []
  for (const part of stuck.toSorted((one, other) => one.line - other.line)) {
    const last = groups.at(-1)
    if (last && part.line <= Math.max(...last.map(({ endLine }) => endLine)) + 1) last.push(part)
    else groups.push([part])
  }
  const texts = new Map<Part, string>()
  for (const group of groups) {
    const text = withEdits(
      after,
      group.flatMap(({ undo }) => undo),
    )
    if (group.length > 1 && (await isProgram(path, text))) for (const part of group) texts.set(part, text)
  }
  return texts
}

const brackets = /^[\s{}()[\];,]*$/

/** Bare brackets do nothing: if no program is left without them, they are undone with the changes inside of them. */
const insideOf = (part: Part, all: readonly Part[], before: string, after: string): readonly (readonly Edit[])[] => {
  if (!brackets.test(textIn(after, part.own, '')) || !brackets.test(goneText(part, before))) return []
  const start = Math.min(...part.undo.map((edit) => edit.start))
  const end = Math.max(...part.undo.map((edit) => edit.end))
  const isInside = ({ undo }: Part) => undo.every((edit) => edit.start >= start && edit.end <= end)
  return [all.filter(isInside).flatMap(({ undo }) => undo)]
}

/** The edits with the blanks of their removed text: a removed line still ends the line before it. */
const withBlanks = (after: string, edits: readonly Edit[]): readonly Edit[] =>
  edits.map((edit) => {
    const taken = after.slice(edit.start, edit.end)
    const blanks = taken.slice(0, taken.length - taken.trimStart().length) + taken.slice(taken.trimEnd().length)
    return edit.text === '' ? { ...edit, text: blanks } : edit
  })

/** The edits with each text that comes back on a line of its own, since what took its place stays behind it. */
const onLines = (after: string, edits: readonly Edit[]): readonly Edit[] =>
  edits.map((edit) => {
    const line = after.slice(after.lastIndexOf('\n', edit.start - 1) + 1, edit.start)
    const indentation = line.slice(0, line.length - line.trimStart().length)
    return edit.text === '' ? edit : { ...edit, text: `${edit.text}\n${indentation}` }
  })

const isProgram = async (path: string, text: string) => (await readProgram(path, text, () => true)) ?? false

/** Removed parts that declare names which only the removed lines of a part use: without them these could not run as before. */
const declarationsFor = (part: Part, all: readonly Part[], before: string, after: string): readonly Part[] => {
  if (part.gone.length === 0) return []
  const gone = namesIn(goneText(part, before)).difference(namesIn(after))
  if (gone.size === 0) return []
  return all.filter((other) => {
    if (other === part || other.gone.length === 0 || !other.unit) return false
    if (/import|use_|using|require/.test(other.unit.type)) return !namesIn(goneText(other, before)).isDisjointFrom(gone)
    const name = other.isWhole && other.change === 'removed' ? nameOfNode(other.unit.node, before) : undefined
    return name !== undefined && gone.has(name)
  })
}

const goneText = ({ gone }: Part, before: string) => textIn(before, gone, ' ')

const namesIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text).filter((word) => /^[A-Za-z_$]/.test(word)))

/** Deleted files that the removed lines of a part name. */
const restoredFor = (
  { gone }: Part,
  { before = '' }: AccountedFile,
  all: readonly AccountedFile[],
): readonly TrialFile[] => {
  const lines = textIn(before, gone, '\n')
  if (lines === '') return []
  return all.flatMap(({ path, kind, before: text }) => {
    const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
    return kind === 'deleted' && text !== undefined && stem !== '' && lines.includes(stem) ? [{ path, text }] : []
  })
}

/** A program of Go whose imports that it does not use have no name: else it would not compile. */
const withoutIdleImports = (path: string, text: string): string => {
  if (!path.endsWith('.go')) return text
  const names = namesIn(text.replaceAll(/^(?:import |\t)(?:\w+ )?"[^"\n]+"$/gm, ''))
  return text.replaceAll(
    /^(import |\t)(?:(\w+) )?"([^"\n]+)"$/gm,
    (line, before: string, alias: string | undefined, module: string) =>
      names.has(alias ?? module.slice(module.lastIndexOf('/') + 1)) ? line : `${before}_ "${module}"`,
  )
}
