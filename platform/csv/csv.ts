/** Text of a person that a spreadsheet would take for a formula (OWASP, CSV injection). */
const startsFormula = /^[\s\u200b\ufeff]*[=+\-@\t\r\n＝＋－＠]/

/** A cell of text: harmless in a spreadsheet, and quoted where RFC 4180 asks for it. */
const textCell = (text: string): string => quoted(startsFormula.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A decimal that this product wrote, which may begin with a minus; nothing a person typed. */
export interface Decimal {
  readonly decimal: string
}

export type Cell = string | Decimal | null

const cellOf = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(cell)
  if (!/^-?\d+(\.\d+)?$/.test(cell.decimal)) throw new Error('Invalid decimal in a CSV cell')
  return cell.decimal
}

/** A line of a table as RFC 4180 writes it, with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`
