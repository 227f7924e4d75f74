import type { RowsJob, RowsRecord, WorkbookRow } from '../reader.ts'
import type { SheetRow } from './cells.ts'
import { RefusedDocumentError } from './fault.ts'
import { openWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'

const unpackedMostBytes = 2 ** 30
const cellMostChars = 2_000
const groupMostChars = 250_000
const namesMost = 100

/** The rows of a workbook's sheet: the named sheet, else the first visible sheet with a value. */
export async function* readRows({ path, sheet: name }: RowsJob): AsyncGenerator<RowsRecord> {
  const workbook = await openWorkbook(path, { partMostBytes: unpackedMostBytes, allMostBytes: unpackedMostBytes })
  const shown = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const chosen = name === undefined ? shown : workbook.sheets.filter((sheet) => isNamed(sheet, name)).slice(0, 1)
  if (name !== undefined && chosen.length === 0) throw new RefusedDocumentError('sheet_missing')
  for (const sheet of chosen) {
    let hasRows = false
    for await (const rows of groupsOf(workbook, sheet)) {
      if (!hasRows) yield sheetRecord(shown, sheet)
      hasRows = true
      yield { type: 'rows', rows }
    }
    if (hasRows) return
  }
  const [first] = chosen
  if (first) yield sheetRecord(shown, first)
}

// Spreadsheets ignore case in these names.
const isNamed = (sheet: WorkbookSheet, name: string) => sheet.name.toLowerCase() === name.toLowerCase()

const sheetRecord = (shown: readonly WorkbookSheet[], read: WorkbookSheet): RowsRecord => ({
  type: 'sheet',
  name: read.name,
  others: shown
    .filter((sheet) => sheet !== read)
    .map((sheet) => sheet.name)
    .slice(0, namesMost),
})

async function* groupsOf(workbook: Workbook, sheet: WorkbookSheet): AsyncGenerator<readonly WorkbookRow[]> {
  let group: WorkbookRow[] = []
  let chars = 0
  for await (const rows of workbook.rowsOf(sheet)) {
    for (const row of rows) {
      const cells = filledCells(row)
      if (cells.length === 0) continue
      group.push([row.number, cells])
      chars += cells.reduce((sum, cell) => sum + cell.length + 3, 0)
      if (chars < groupMostChars) continue
      yield group
      group = []
      chars = 0
    }
  }
  if (group.length > 0) yield group
}

const filledCells = ({ cells }: SheetRow): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map((cell) => cell.slice(0, cellMostChars))
