import type { ReadPage } from '../reader.ts'
import { openArchive, type Archive } from './archive.ts'
import { RefusedDocumentError } from './fault.ts'
import { readXml, relationsOf } from './office-xml.ts'
import { pageMostChars, pageOfText, tableOf } from './pages.ts'

const part = 'xl/workbook.xml'
const columnsMost = 200

/** A workbook (ISO/IEC 29500-1, SpreadsheetML): each sheet is a page with a table of the values that are stored in it. */
export const readSheets = async (path: string): Promise<readonly ReadPage[]> => {
  const archive = await openArchive(path)
  const xml = await archive.text(part)
  if (xml === undefined) throw new RefusedDocumentError('malformed')
  const relations = await relationsOf(archive, part)
  const sheets: { readonly name: string; readonly part: string | undefined }[] = []
  let epochDays: number = epochs[1900]
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) epochDays = epochs[1904]
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', part: relations.get(attributes['r:id'] ?? '') })
    },
  })
  const strings = await sharedStrings(archive)
  const dates = await dateStyles(archive)
  const pages: ReadPage[] = []
  for (const [at, sheet] of sheets.entries()) {
    const content = sheet.part === undefined ? undefined : await archive.text(sheet.part)
    if (content === undefined)
      pages.push({ number: at + 1, state: 'refused', confidence: 0, reasons: ['missing'], markdown: '' })
    else pages.push(pageOfSheet(at + 1, sheet.name, rowsOf(content, { strings, dates, epochDays })))
  }
  return pages
}

const pageOfSheet = (number: number, name: string, { rows, isCut }: SheetRows) => {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  if (filled.length === 0) return pageOfText(number, '')
  return pageOfText(number, `# ${name.replaceAll(/\s+/g, ' ')}\n\n${tableOf(filled)}`, { isCut })
}

interface SheetParts {
  readonly strings: readonly string[]
  readonly dates: ReadonlySet<number>
  readonly epochDays: number
}

interface SheetRows {
  readonly rows: readonly (readonly string[])[]
  /** Whether the sheet has more than is read of it. */
  readonly isCut: boolean
}

const rowsOf = (xml: string, parts: SheetParts): SheetRows => {
  const rows: string[][] = []
  let cell: { readonly type: string; readonly style: number; readonly column: number } | undefined
  let value = ''
  let isValue = false
  let chars = 0
  let isCut = false
  readXml(xml, {
    open: (name, { r = '', t = 'n', s = '0' }) => {
      if (name === 'row') rows.push([])
      if (name === 'c') {
        cell = { type: t, style: Number(s), column: columnOf(r) ?? rows.at(-1)?.length ?? 0 }
        value = ''
      }
      if (name === 'v' || name === 't') isValue = true
    },
    text: (text) => {
      if (isValue) value += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      const row = rows.at(-1)
      if (name !== 'c' || !cell || !row) return
      const shown = shownValue(value, cell, parts)
      chars += shown.length + 3
      if (cell.column >= columnsMost || chars > pageMostChars * 0.9) isCut = true
      else {
        while (row.length < cell.column) row.push('')
        row[cell.column] = shown
      }
      cell = undefined
    },
  })
  return { rows, isCut }
}

/** The column of a reference such as `AB12`, from 0. */
const columnOf = (reference: string): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const shownValue = (
  value: string,
  { type, style }: { readonly type: string; readonly style: number },
  { strings, dates, epochDays }: SheetParts,
): string => {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value === '' || !dates.has(style)) return value
  return dateOf(Number(value), epochDays) ?? value
}

// Days from the first day of each way of counting to 1 January 1970.
const epochs = { 1900: 25_569, 1904: 24_107 } as const
const dayMs = 86_400_000

const dateOf = (days: number, epochDays: number): string | undefined => {
  const date = new Date(Math.round((days - epochDays) * dayMs))
  if (Number.isNaN(date.getTime())) return undefined
  const [day, time] = date.toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}

const sharedStrings = async (archive: Archive): Promise<readonly string[]> => {
  const strings: string[] = []
  let isText = false
  let isPhonetic = false
  readXml((await archive.text('xl/sharedStrings.xml')) ?? '', {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = true
    },
    text: (text) => {
      if (isText && !isPhonetic && strings.length > 0) strings.push(`${strings.pop()}${text}`)
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
  })
  return strings
}

const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
const isDateFormat = (code: string) => /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** The styles of cells whose numbers are dates. */
const dateStyles = async (archive: Archive): Promise<ReadonlySet<number>> => {
  const formats = new Map<number, string>()
  const dates = new Set<number>()
  let isOfCells = false
  let at = 0
  readXml((await archive.text('xl/styles.xml')) ?? '', {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'xf' || !isOfCells) return
      const id = Number(numFmtId)
      if (isBuiltInDate(id) || isDateFormat(formats.get(id) ?? '')) dates.add(at)
      at += 1
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return dates
}
