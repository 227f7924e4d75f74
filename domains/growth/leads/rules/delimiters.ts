import type { LeadField } from '../rules.ts'
import { columnsOf } from './columns.ts'
import { listDelimiters, ListRefusal, type ListDelimiter, firstState, readRecords } from './records.ts'

const rowsLooked = 10

/** The delimiter that the first line names, as Excel writes it: `sep=;`. */
export const namedDelimiter = (line: string): ListDelimiter | undefined => {
  const named = /^"?sep=(.)"?$/i.exec(line.trimEnd().replace(/^\ufeff/, ''))?.[1]
  return listDelimiters.find((one) => one === named)
}

interface Fit {
  readonly fields: number
  readonly openQuotes: number
  readonly alike: number
  readonly cells: number
}

/** The delimiter of the first ten rows: by named fields, else by rows with equal cells; titles may contain others. */
export const delimiterOf = (sample: string, mapping?: ReadonlyMap<string, LeadField>): ListDelimiter => {
  const named = namedDelimiter(sample.split(/[\r\n]/, 1)[0]!)
  if (named !== undefined) return named
  const fits = listDelimiters.map((delimiter) => ({ delimiter, fit: fitOf(sample, delimiter, mapping) }))
  return fits.reduce((best, other) => (isBetter(other.fit, best.fit) ? other : best)).delimiter
}

const isBetter = (one: Fit, other: Fit): boolean => {
  const openQuotes = other.openQuotes - one.openQuotes
  const difference = one.fields - other.fields || openQuotes || one.alike - other.alike || one.cells - other.cells
  return difference > 0
}

const fitOf = (sample: string, delimiter: ListDelimiter, mapping: ReadonlyMap<string, LeadField> | undefined): Fit => {
  const rows = firstRows(sample, delimiter)
  const fields = rows.map(({ cells }) => {
    const columns = columnsOf(cells, mapping)
    return columns.hasHeader ? columns.fields.filter((field) => field !== undefined).length : 0
  })
  const counts = rows.map(({ cells }) => cells.length).filter((count) => count > 1)
  const rowsWith = (count: number) => counts.filter((other) => other === count).length
  const cells = counts.reduce((best, count) => (rowsWith(count) > rowsWith(best) ? count : best), counts[0] ?? 0)
  return {
    fields: Math.max(0, ...fields),
    openQuotes: rows.filter(({ hasOpenQuote }) => hasOpenQuote).length,
    alike: rowsWith(cells),
    cells,
  }
}

const firstRows = (sample: string, delimiter: ListDelimiter) => {
  try {
    const { records } = readRecords(sample, { delimiter, state: firstState, isLast: true })
    return records.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).slice(0, rowsLooked)
  } catch (error) {
    if (error instanceof ListRefusal) return []
    throw error
  }
}
