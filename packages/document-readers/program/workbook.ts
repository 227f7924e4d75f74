import { openArchive, type Archive, type UnpackLimits } from './archive.ts'
import {
  cellMostChars,
  rowEvents,
  unescaped,
  type CellParts,
  type NumberStyle,
  type SheetMarks,
  type SheetRow,
} from './cells.ts'
import { RefusedDocumentError } from './fault.ts'
import type { MarkdownText } from './html.ts'
import {
  attributeNamed,
  isTrue,
  kindOfRelation,
  localName,
  openXml,
  readRelations,
  readXml,
  readXmlPieces,
  relatedPart,
  relationsOf,
  unreadIn,
} from './office-xml.ts'
import { markdownOfShapes } from './shapes.ts'
import { openStringTable, type StringTable } from './string-table.ts'

/** A sheet as the workbook lists it. */
export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  /** The part with its cells; undefined if it is missing. */
  readonly part: string | undefined
}

/** A workbook (ISO/IEC 29500-1, SpreadsheetML). */
export type Workbook = Awaited<ReturnType<typeof openWorkbook>>

/** Opens a workbook. Its sheets are read only when their rows are requested. */
export const openWorkbook = async (path: string, limits?: UnpackLimits) => {
  const archive = await openArchive(path, limits)
  const part = await relatedPart(archive, '', 'officeDocument', 'xl/workbook.xml')
  const xml = await archive.text(part)
  if (xml === undefined) throw new RefusedDocumentError(archive.names.includes(part) ? 'malformed' : 'unsupported')
  const relations = await relationsOf(archive, part)
  const sheets: WorkbookSheet[] = []
  let epoch: 1900 | 1904 = 1900
  readXml(xml, {
    open: (prefixed, attributes) => {
      const name = localName(prefixed)
      if (name === 'workbookPr' && isTrue(attributes.date1904)) epoch = 1904
      if (name === 'sheet') sheets.push(sheetOf(archive, relations, attributes))
    },
  })
  const related = (type: string) => relatedPart(archive, part, type, `xl/${type}.xml`)
  const strings = await sharedStrings(archive.pieces(await related('sharedStrings')))
  const styles = await numberStyles(archive.pieces(await related('styles')))
  const parts: CellParts = { strings, styles, epoch }
  return {
    /** In their order. */
    sheets,
    /** The rows of a sheet as they come, in groups; `marks` gets the sheet's other content. */
    rowsOf: (sheet: WorkbookSheet, marks?: SheetMarks) => rowsOf(archive.pieces(sheet.part ?? ''), parts, marks),
    /** The text of boxes above the cells of a sheet, and words for what else it shows. */
    besideCells: (sheet: WorkbookSheet) => besideCells(archive, sheet.part ?? ''),
  }
}

const besideCells = async (archive: Archive, part: string): Promise<MarkdownText> => {
  const relations = await readRelations(archive, part)
  const unread = new Set(unreadIn(relations))
  const texts: string[] = []
  for (const relation of relations) {
    if (kindOfRelation(relation) !== 'drawing') continue
    const shapes = markdownOfShapes((await archive.text(relation.target)) ?? '')
    texts.push(shapes.markdown)
    for (const word of [...shapes.unread, ...unreadIn(await readRelations(archive, relation.target))]) unread.add(word)
  }
  return { markdown: texts.join('\n\n'), unread: [...unread] }
}

const sheetOf = (
  { names }: Archive,
  relations: ReadonlyMap<string, string>,
  attributes: Readonly<Record<string, string>>,
): WorkbookSheet => {
  const target = relations.get(attributeNamed(attributes, 'id') ?? '')
  return {
    name: attributes.name ?? '',
    isHidden: /^(hidden|veryHidden)$/.test(attributes.state ?? ''),
    part: target !== undefined && names.includes(target) ? target : undefined,
  }
}

async function* rowsOf(
  pieces: AsyncIterable<string>,
  parts: CellParts,
  marks: SheetMarks | undefined,
): AsyncGenerator<readonly SheetRow[]> {
  let rows: SheetRow[] = []
  const parser = openXml(rowEvents(parts, (row) => rows.push(row), marks))
  for await (const piece of pieces) {
    parser.write(piece)
    if (rows.length > 0) yield rows
    rows = []
  }
  parser.end()
  if (rows.length > 0) yield rows
}

const sharedStrings = async (pieces: AsyncIterable<string>): Promise<StringTable> => {
  const strings = openStringTable()
  let text = ''
  let isText = false
  let isPhonetic = false
  await readXmlPieces(pieces, {
    open: (prefixed) => {
      const name = localName(prefixed)
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = true
    },
    text: (words) => {
      if (isText && !isPhonetic && text.length < cellMostChars) text += words
    },
    close: (prefixed) => {
      const name = localName(prefixed)
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
      if (name === 'si') strings.add(unescaped(text.slice(0, cellMostChars)))
    },
  })
  return strings
}

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const isDateFormat = (code: string) => /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]?|\\.|_./g, ''))

const builtInElapsed = 46

const styleOf = (id: number, code: string): NumberStyle | undefined => {
  // A part for each sign and one for texts, all empty.
  if (code.startsWith(';;;')) return 'hidden'
  const elapsed = id === builtInElapsed ? 'h' : /^[^"\\]*?\[([hms])+\]/i.exec(code)?.[1]?.toLowerCase()
  if (elapsed !== undefined) return `elapsed ${elapsed as 'h' | 'm' | 's'}`
  if (isBuiltInDate(id) || isDateFormat(code)) return 'date'
  return /^0{2,20}$/.test(code) ? code.length : undefined
}

/** The styles of cells whose numbers are not shown as they are stored. */
const numberStyles = async (pieces: AsyncIterable<string>): Promise<ReadonlyMap<number, NumberStyle>> => {
  const formats = new Map<number, string>()
  const styles = new Map<number, NumberStyle>()
  let isOfCells = false
  let at = 0
  await readXmlPieces(pieces, {
    open: (prefixed, { numFmtId = '', formatCode = '' }) => {
      const name = localName(prefixed)
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'xf' || !isOfCells) return
      const style = styleOf(Number(numFmtId), formats.get(Number(numFmtId)) ?? '')
      if (style !== undefined) styles.set(at, style)
      at += 1
    },
    close: (prefixed) => {
      if (localName(prefixed) === 'cellXfs') isOfCells = false
    },
  })
  return styles
}
