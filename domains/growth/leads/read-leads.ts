import { readRow, type ListedLead } from './read-row.ts'
import type { LeadField, RowRefusal } from './rules.ts'
import { columnsAmong, headerRowsMost, noColumns } from './rules/columns.ts'
import type { ListRow } from './rules/lists.ts'

/** The result of a row: a lead, or why it is refused. */
export interface ReadRow {
  readonly row: number
  readonly lead: ListedLead | RowRefusal
  readonly hasOpenQuote: boolean
}

/**
 * Reads the rows of a list as leads, by the header among the first rows or by the content of their columns. Titles can
 * be above the header. Empty rows are left out.
 */
export const openLeads = (mapping: ReadonlyMap<string, LeadField> | undefined) => {
  let first: ListRow[] = []
  let columns = noColumns
  let names: readonly string[] = []
  let isKnown = false
  let count = 0
  const read = (rows: readonly ListRow[]): readonly ReadRow[] =>
    rows.flatMap(({ number, cells, hasOpenQuote = false }) => {
      const lead = readRow(cells, columns)
      return lead === undefined ? [] : [{ row: number, lead, hasOpenQuote }]
    })
  const findColumns = () => {
    const among = columnsAmong(
      first.map(({ cells }) => cells),
      mapping,
    )
    columns = among.columns
    names = among.header === undefined ? [] : first[among.header]!.cells
    isKnown = true
    const header = among.header ?? -1
    const titles = first.slice(0, Math.max(0, header)).map(({ number }): ReadRow => ({
      row: number,
      lead: 'no_address_or_domain',
      hasOpenQuote: false,
    }))
    const body = read(first.slice(header + 1))
    first = []
    return [...titles, ...body]
  }
  return {
    /** The leads that can be read once this row is known. */
    push: (row: ListRow): readonly ReadRow[] => {
      count += 1
      if (isKnown) return read([row])
      if (row.cells.some((cell) => cell.trim() !== '')) first.push(row)
      return first.length < headerRowsMost ? [] : findColumns()
    },
    end: (): readonly ReadRow[] => (isKnown ? [] : findColumns()),
    /** The columns, and how many rows the list has without its header. */
    found: () => {
      const { hasHeader, fields } = columns
      return {
        rows: hasHeader ? count - 1 : count,
        hasHeader,
        columns: fields.slice(0, 100).map((field, at) => ({
          column: hasHeader ? names[at]!.slice(0, 200) : String(at + 1),
          field: field ?? null,
        })),
      }
    },
  }
}
