import { isTrue, localName, type XmlEvents } from './office-xml.ts'
import type { StringTable } from './string-table.ts'

/** The most characters that a cell can have (ISO/IEC 29500-1 as Excel keeps to it); longer text is cut. */
export const cellMostChars = 32_767
const columnsMost = 200
const rowsMost = 1_048_576

/**
 * How numbers of a style are shown: as dates, as time that went by in hours, minutes or seconds, with zeros in front up to
 * so many digits, or not at all, as texts of the style.
 */
export type NumberStyle = 'date' | 'hidden' | `elapsed ${'h' | 'm' | 's'}` | number

/** The parts that cells of a sheet refer to. */
export interface CellParts {
  readonly strings: StringTable
  readonly styles: ReadonlyMap<number, NumberStyle>
  readonly epoch: 1900 | 1904
}

/** A row of a sheet with the values as they are shown. */
export interface SheetRow {
  /** From 1, as the spreadsheet shows it. */
  readonly number: number
  readonly cells: string[]
  readonly isHidden: boolean
  /** Whether it has columns beyond the columns that are read. */
  isCut: boolean
}

/** Properties of a sheet beside its rows. */
export interface SheetMarks {
  /** From 0. */
  readonly hiddenColumns: Set<number>
  /** Whether a cell has a value that its format does not show. */
  hasHiddenValue: boolean
  /** Whether there is a header or a footer with words. */
  hasHeader: boolean
}

export const newSheetMarks = (): SheetMarks => ({ hiddenColumns: new Set(), hasHiddenValue: false, hasHeader: false })

interface Cell {
  readonly type: string
  readonly style: number
  readonly column: number
}

/** Reads a sheet's XML (ISO/IEC 29500-1, 18.3) and calls `onRow` at each row's end, with stored values of formulas. */
export const rowEvents = (parts: CellParts, onRow: (row: SheetRow) => void, marks = newSheetMarks()): XmlEvents => {
  let row: SheetRow | undefined
  let last = 0
  let cell: Cell | undefined
  let value = ''
  let isValue = false
  let isPhonetic = false
  let header: string | undefined
  return {
    open: (prefixed, attributes) => {
      const { r = '', t = 'n', s = '0' } = attributes
      const name = localName(prefixed)
      if (name === 'col' && isTrue(attributes.hidden)) hideColumns(marks, attributes)
      if (headerNames.has(name)) header = ''
      if (name === 'row') {
        last = numberOfRow(r, last)
        row = { number: last, cells: [], isHidden: isTrue(attributes.hidden), isCut: false }
      }
      if (name === 'c' && row) {
        cell = { type: t, style: Number(s), column: columnOf(r) ?? row.cells.length }
        value = ''
      }
      if (name === 'rPh') isPhonetic = true
      if (name === 'v' || name === 't') isValue = true
    },
    text: (text) => {
      if (header !== undefined && header.length < cellMostChars) header += text
      if (isValue && !isPhonetic && value.length < cellMostChars) value += text
    },
    close: (prefixed) => {
      const name = localName(prefixed)
      if (name === 'v' || name === 't') isValue = false
      if (name === 'rPh') isPhonetic = false
      if (header !== undefined && headerNames.has(name)) {
        marks.hasHeader ||= /\p{L}/u.test(header.replaceAll(headerCode, ''))
        header = undefined
      }
      if (name === 'c' && cell && row) {
        if (parts.styles.get(cell.style) === 'hidden') {
          marks.hasHiddenValue ||= value !== ''
          value = ''
        }
        addCell(row, cell, shownValue(value.slice(0, cellMostChars), cell, parts))
        cell = undefined
      }
      if (name === 'row' && row) {
        onRow(row)
        row = undefined
      }
    },
  }
}

const hideColumns = ({ hiddenColumns }: SheetMarks, { min, max }: Readonly<Record<string, string>>) => {
  for (let at = Number(min) - 1; at < Math.min(columnsMost, Number(max)); at += 1) hiddenColumns.add(at)
}

const headerNames = new Set('oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter'.split(' '))
// Such as `&P`, the number of a page, or `&"Arial,Bold"` and `&12`, a font and its size (ISO/IEC 29500-1, 18.3.1.46).
const headerCode = /&(?:"[^"]*"|\d{1,3}|K[\dA-F]{6}|[^"\d])/g

// A row may leave its number out; a number that goes back or is invalid is replaced by the next.
const numberOfRow = (reference: string, last: number) => {
  const number = Number(reference)
  return Number.isInteger(number) && number > last && number <= rowsMost ? number : last + 1
}

const addCell = (row: SheetRow, { column }: Cell, shown: string) => {
  if (column >= columnsMost) {
    if (shown !== '') row.isCut = true
    return
  }
  while (row.cells.length < column) row.cells.push('')
  row.cells[column] = shown
}

/** The column of a reference such as `AB12`, from 0. */
const columnOf = (reference: string): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const shownValue = (value: string, { type, style }: Cell, { strings, styles, epoch }: CellParts): string => {
  if (type === 's') return strings.at(value === '' ? -1 : Number(value))
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'str' || type === 'inlineStr') return unescaped(value)
  return type === 'n' ? shownNumber(value, styles.get(style), epoch) : value
}

/** A number as a spreadsheet shows it with 15 digits: those beyond are faults of its binary fraction. */
export const shownNumber = (value: string, style: NumberStyle | undefined, epoch: 1900 | 1904): string => {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (style === 'date') return dateOf(number, epoch) ?? value
  if (typeof style === 'string' && style !== 'hidden') return elapsedTime(number, style)
  const text = String(Number(number.toPrecision(15)))
  return typeof style === 'number' && /^\d+$/.test(text) ? text.padStart(style, '0') : text
}

// Days from the first day of each way of counting to 1 January 1970.
const epochs = { 1900: 25_569, 1904: 24_107 } as const
const daySeconds = 86_400

const dateOf = (days: number, epoch: 1900 | 1904): string | undefined => {
  // The first way counts a 29 February 1900 that never was.
  const counted = epoch === 1900 && days >= 1 && days < 60 ? days + 1 : days
  const date = new Date(Math.round((counted - epochs[epoch]) * daySeconds) * 1_000)
  if (days < 0 || Number.isNaN(date.getTime())) return undefined
  const [day = '', time = ''] = date.toISOString().slice(0, -5).split('T')
  if (days < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Days as `36:00`, and with seconds if they are not even. */
const elapsedTime = (days: number, style: Exclude<NumberStyle, 'date' | 'hidden' | number>): string => {
  const sign = days < 0 ? '-' : ''
  const seconds = Math.round(Math.abs(days) * daySeconds)
  const two = (count: number) => String(count).padStart(2, '0')
  if (style === 'elapsed s') return `${sign}${seconds}`
  const minutes = Math.floor(seconds / 60)
  if (style === 'elapsed m') return `${sign}${two(minutes)}:${two(seconds % 60)}`
  const hours = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return seconds % 60 === 0 ? hours : `${hours}:${two(seconds % 60)}`
}

/** Characters that XML cannot have are written as `_x000D_` (ISO/IEC 29500-1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
