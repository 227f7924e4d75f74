import { isWithoutSpace } from './cjk.ts'
import { inReadingOrder } from './columns.ts'
import { linesOf } from './lines.ts'
import { joinBlocks, tableOf } from './pages.ts'
import type { Line, Segment, TextItem } from './page-items.ts'

/**
 * The text of a page as Markdown, by its position on the page: headings, lists, tables, columns one after the other.
 */
export const markdownOfItems = (items: readonly TextItem[]): string => {
  const lines = inReadingOrder(linesOf(items))
  if (lines.length === 0) return ''
  const headings = headingSizes(lines, usualSize(lines))
  const blocks: string[] = []
  let paragraph: { text: string; last: Line } | undefined
  const flush = () => {
    if (paragraph) blocks.push(paragraph.text)
    paragraph = undefined
  }
  for (let at = 0; at < lines.length; at += 1) {
    const table = tableAt(lines, at)
    if (table) {
      flush()
      blocks.push(tableOf(table))
      at += table.length - 1
      continue
    }
    const line = lines[at]!
    const text = textOf(line)
    const level = levelOf(line, text, headings)
    if (level > 0) {
      flush()
      const before = lines[at - 1]
      const isGoingOn = before && blocks.at(-1)?.startsWith(`${'#'.repeat(level)} `) && isNext(before, line)
      if (isGoingOn && levelOf(before, textOf(before), headings) === level) blocks.push(`${blocks.pop()!} ${text}`)
      else blocks.push(`${'#'.repeat(level)} ${text}`)
      continue
    }
    const item = itemOf(text)
    if (item !== undefined || !paragraph || !isNext(paragraph.last, line)) {
      flush()
      paragraph = { text: item ?? text, last: line }
    } else {
      const isBroken = isOwnLine(lines, paragraph.last, line)
      paragraph = { text: isBroken ? `${paragraph.text}\n${text}` : joined(paragraph.text, text), last: line }
    }
  }
  flush()
  return joinBlocks(blocks, isItem)
}

const textOf = ({ segments }: Line) => segments.map(({ text }) => text).join('  ')

const usualSize = (lines: readonly Line[]): number => {
  const chars = new Map<number, number>()
  for (const line of lines) chars.set(rounded(line.size), (chars.get(rounded(line.size)) ?? 0) + textOf(line).length)
  return [...chars].toSorted((a, b) => b[1] - a[1])[0]![0]
}
const rounded = (size: number) => Math.round(size * 2) / 2

/** Sizes of headings, the largest first. */
const headingSizes = (lines: readonly Line[], bodySize: number): readonly number[] =>
  [...new Set(lines.map(({ size }) => rounded(size)))]
    .filter((size) => size >= bodySize * 1.15)
    .toSorted((a, b) => b - a)

const levelOf = ({ size, segments }: Line, text: string, headings: readonly number[]): number => {
  const level = headings.indexOf(rounded(size)) + 1
  return segments.length === 1 && text.length <= 160 && /\p{L}/u.test(text) ? Math.min(level, 6) : 0
}

// Beginnings of list items: a mark, or a number or letter with a point or a bracket.
const mark = /^([•●◦▪‣·–—*-]|\uf0b7)\s+(?=\S)/u
const isMark = (text: string) => mark.test(`${text} .`)
const ordered = /^(\d{1,3})[.)]\s+(?=\S)/
const itemOf = (text: string): string | undefined => {
  if (mark.test(text)) return text.replace(mark, '- ')
  return ordered.test(text) ? text.replace(ordered, '$1. ') : undefined
}
const isItem = (block: string) => /^(- |\d{1,3}\. )/.test(block)

/** Whether a line continues with the paragraph of the line before it. */
const isNext = (before: Line, line: Line) => {
  const distance = line.y - before.y
  return distance > 0 && distance <= Math.max(before.size, line.size) * 1.6
}

const rightOf = ({ segments }: Line) => Math.max(...segments.map(({ right }) => right))
const leftOf = ({ segments }: Line) => Math.min(...segments.map(({ left }) => left))
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
// Text that wraps within so few characters is rare; a list without marks is not.
const shortChars = 40

/**
 * Whether a line ends where its writer ended it, such as an item whose mark is drawn: the next word would have fitted on
 * it, or all lines are short and the next one begins with a capital letter or a digit.
 */
const isOwnLine = (lines: readonly Line[], before: Line, line: Line): boolean => {
  const text = textOf(before)
  const next = textOf(line)
  if (rightToLeft.test(text) || /\p{L}-$/u.test(text)) return false
  const aligned = lines.filter(
    (one) =>
      one.segments.length === 1 &&
      one.size <= before.size * 1.15 &&
      Math.abs(leftOf(one) - leftOf(before)) <= before.size / 2,
  )
  if (!aligned.includes(before)) return false
  const width = Math.max(...aligned.map(rightOf)) - rightOf(before)
  const word = /^\S+/.exec(next)?.[0] ?? ''
  const charWidth = (rightOf(line) - leftOf(line)) / Math.max(1, next.length)
  if (width > (word.length + 1) * charWidth + before.size) return true
  return aligned.every((one) => textOf(one).length < shortChars) && /^[\p{Lu}\d]/u.test(next)
}

/** A word that was parted at the end of a line is one again. */
const joined = (text: string, next: string) => {
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next
  return isWithoutSpace(text, next) ? text + next : `${text} ${next}`
}

interface Column {
  left: number
  right: number
}

/** The table that begins at this line: lines with two or more cells, one below the other. */
const tableAt = (lines: readonly Line[], start: number): string[][] | undefined => {
  const open = openTableAt(lines, start)
  const compact = compactTableAt(lines, start)
  if (!open || !compact) return open ?? compact
  const sizeOf = (rows: string[][]) => rows.length * rows[0]!.length
  return sizeOf(compact) > sizeOf(open) ? compact : open
}

/** Two or more lines, whose cells are so far apart that no text has such gaps. */
const openTableAt = (lines: readonly Line[], start: number): string[][] | undefined => {
  let end = start
  while (end < lines.length && isRow(lines, start, end, 'segments')) end += 1
  const rows = lines.slice(start, end).map(({ segments }) => segments)
  if (rows.length < 2) return undefined
  const columns = columnsOfOpen(lines.slice(start, end))
  // Text that only happens to have a gap in each line has no columns in common.
  if (columns.length < 2 || !rows.every((segments) => segments.length <= columns.length)) return undefined
  return rows.map((row) => cellsOf(row, columns))
}

/** The columns of the fullest rows hold for all: a bold sum, which reaches below its neighbour, joins no columns. */
const columnsOfOpen = (lines: readonly Line[]): readonly Column[] => {
  const rows = lines.map(({ segments }) => segments)
  const most = Math.max(...rows.map(({ length }) => length))
  const full = rows.filter(({ length }) => length === most)
  const columns = columnsOf(full)
  const isWide = ({ left, right }: Segment) => columns.filter((one) => left < one.right && right > one.left).length > 1
  // Several cells that are hardly apart are no wide one.
  const areWhole = lines.every(({ segments, cells }) =>
    segments.every((one) => !isWide(one) || cells.some(({ left, right }) => left === one.left && right === one.right)),
  )
  if (full.length < 2 || columns.length < most || !areWhole) return columnsOf(rows)
  return columnsOf(rows.map((row) => row.filter((segment) => !isWide(segment))))
}

// Cells hardly farther apart than words: this many rows below one another are not by chance.
const compactRowsLeast = 3

/** Lines whose cells are hardly farther apart than words; the table ends at a line without these columns. */
const compactTableAt = (lines: readonly Line[], start: number): string[][] | undefined => {
  const rows: (readonly Segment[])[] = []
  let columns: readonly Column[] = []
  let cellsMost = 0
  for (let at = start; at < lines.length && isRow(lines, start, at, 'cells'); at += 1) {
    const { cells } = lines[at]!
    const common = columnsOf([columns, cells])
    cellsMost = Math.max(cellsMost, cells.length)
    // A row has all columns: the words in a text line make columns of their own.
    if (common.length !== cellsMost || isMark(cells[0]!.text) || cells.some(({ text }) => /\. ?\. ?\./.test(text)))
      break
    rows.push(cells)
    columns = common
  }
  const isList = columns.length === 2 && rows.every(([first]) => /^\(?[\da-z]{1,3}[.)]$/i.test(first!.text))
  if (isList || rows.length < compactRowsLeast) return undefined
  return rows.map((row) => cellsOf(row, columns))
}

const isRow = (lines: readonly Line[], start: number, at: number, parts: 'segments' | 'cells') => {
  const line = lines[at]!
  if (line[parts].length < 2) return false
  if (at === start) return true
  const distance = line.y - lines[at - 1]!.y
  return distance > 0 && distance <= line.size * 3
}

const columnsOf = (rows: readonly (readonly Readonly<Column>[])[]): readonly Column[] => {
  const columns: Column[] = []
  for (const { left, right } of rows.flat().toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last && left < last.right) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

const cellsOf = (segments: readonly Segment[], columns: readonly Column[]): string[] => {
  const inColumn = Map.groupBy(segments, (segment) => columnOf(segment, columns))
  return columns.map((column) => (inColumn.get(column) ?? []).map(({ text }) => text).join(' '))
}

/** The column that a cell is in, or among several the column with the cell's own edge. */
const columnOf = ({ left, right }: Segment, columns: readonly Column[]): Column => {
  const within = columns.find((one) => left >= one.left - 0.01 && right <= one.right + 0.01)
  const offset = (one: Column) => Math.min(Math.abs(one.right - right), Math.abs(one.left - left))
  return within ?? columns.toSorted((one, other) => offset(one) - offset(other))[0]!
}
