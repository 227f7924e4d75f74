import { refusedPage, type ReadPage } from '../reader.ts'
import { pageMostChars, pageOfText, tableOf } from './pages.ts'
import { newSheetMarks } from './cells.ts'
import { openWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'

/** A workbook: each sheet is a page with a table of the values that are stored in it. */
export const readSheets = async (path: string): Promise<readonly ReadPage[]> => {
  const workbook = await openWorkbook(path)
  const pages: ReadPage[] = []
  for (const [at, sheet] of workbook.sheets.entries()) {
    const number = at + 1
    if (sheet.part === undefined) pages.push(refusedPage(number, 'missing'))
    else if (sheet.isHidden) pages.push(pageOfText(number, '', { unread: ['hidden_text'] }))
    else pages.push(await pageOfSheet(number, workbook, sheet))
  }
  return pages
}

const pageOfSheet = async (number: number, workbook: Workbook, sheet: WorkbookSheet) => {
  const beside = await workbook.besideCells(sheet)
  const unread = new Set(beside.unread)
  const marks = newSheetMarks()
  const filled: (readonly string[])[] = []
  let chars = beside.markdown.length
  let isCut = false
  for await (const rows of workbook.rowsOf(sheet, marks)) {
    for (const row of rows) {
      const cells = row.isHidden ? [] : row.cells.filter((_cell, column) => !marks.hiddenColumns.has(column))
      const shown = cells.filter(isText)
      if (shown.length < row.cells.filter(isText).length) unread.add('hidden_text')
      if (shown.length === 0) continue
      chars += cells.reduce((sum, cell) => sum + cell.length + 3, 0)
      isCut ||= row.isCut || chars > pageMostChars * 0.9
      if (chars <= pageMostChars * 0.9) filled.push(cells)
    }
  }
  if (marks.hasHiddenValue) unread.add('hidden_text')
  if (marks.hasHeader) unread.add('headers_not_read')
  const blocks = [...(filled.length > 0 ? [tableOf(filled)] : []), beside.markdown].filter(isText)
  if (blocks.length === 0 && !isCut) return pageOfText(number, '', { unread: [...unread] })
  const text = [`# ${sheet.name.replaceAll(/\s+/g, ' ')}`, ...blocks].join('\n\n')
  return pageOfText(number, text, { isCut, unread: [...unread] })
}

const isText = (text: string) => text !== ''
