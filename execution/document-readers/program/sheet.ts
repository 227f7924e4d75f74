import { refusedPage, type ReadPage } from '../reader.ts'
import type { SheetRow } from './cells.ts'
import { pageMostChars, pageOfText, tableOf } from './pages.ts'
import { openWorkbook } from './workbook.ts'

/** A workbook: each sheet is a page with a table of the values that are stored in it. */
export const readSheets = async (path: string): Promise<readonly ReadPage[]> => {
  const workbook = await openWorkbook(path)
  const pages: ReadPage[] = []
  for (const [at, sheet] of workbook.sheets.entries()) {
    const number = at + 1
    if (sheet.part === undefined) pages.push(refusedPage(number, 'missing'))
    else pages.push(await pageOfSheet(number, sheet.name, workbook.rowsOf(sheet)))
  }
  return pages
}

const pageOfSheet = async (number: number, name: string, groups: AsyncIterable<readonly SheetRow[]>) => {
  const filled: (readonly string[])[] = []
  let chars = 0
  let isCut = false
  for await (const rows of groups) {
    for (const row of rows) {
      if (row.cells.every((cell) => cell === '')) continue
      chars += row.cells.reduce((sum, cell) => sum + cell.length + 3, 0)
      isCut ||= row.isCut || chars > pageMostChars * 0.9
      if (chars <= pageMostChars * 0.9) filled.push(row.cells)
    }
  }
  if (filled.length === 0 && !isCut) return pageOfText(number, '')
  return pageOfText(number, `# ${name.replaceAll(/\s+/g, ' ')}\n\n${tableOf(filled)}`, { isCut })
}
