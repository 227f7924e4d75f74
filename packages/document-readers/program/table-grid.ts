import { RefusedDocumentError } from './fault.ts'
import { pageMostChars, tableOf } from './pages.ts'

// HTML allows no more columns in a cell, nor rows; Word has fewer.
const columnsMost = 1_000
const rowsMost = 65_534

/** A table as its cells come; further places of a cell that spans several are empty. No more places than characters. */
export class TableGrid {
  readonly #rows: string[][] = []
  /** How many rows, from the present row on, a cell covers in each column. */
  readonly #covered: number[] = []
  #left: string | undefined
  #cell = 0
  #widest = 0

  beginRow(): void {
    for (const [at, rows] of this.#covered.entries()) this.#covered[at] = Math.max(0, rows - 1)
    this.#rows.push([])
    this.#cell = 0
  }

  /** Begins a cell in the next free column. */
  beginCell({ columns = 1, rows = 1 }: { readonly columns?: number; readonly rows?: number } = {}): void {
    if (this.#rows.length === 0) this.beginRow()
    const row = this.#rows.at(-1)!
    while ((this.#covered[row.length] ?? 0) > 0) row.push('')
    this.#cell = row.length
    this.skip(Math.max(1, columns))
    for (let at = this.#cell; at < row.length; at += 1) this.#covered[at] = Math.min(rowsMost, Math.max(1, rows))
  }

  /** Leaves columns empty. */
  skip(columns: number): void {
    const row = this.#rows.at(-1)
    for (let left = Math.min(columnsMost, columns); row && left > 0; left -= 1) row.push('')
    this.#widest = Math.max(this.#widest, row?.length ?? 0)
    if (this.#widest * this.#rows.length > pageMostChars) throw new RefusedDocumentError('too_large')
  }

  /** Adds to the text of the cell; false without a cell. */
  add(text: string): boolean {
    const row = this.#rows.at(-1)
    if (!row || row.length === 0) return false
    row[this.#cell] = `${row[this.#cell] ?? ''} ${text}`.trim()
    return true
  }

  /** Ends what covers rows below, as the end of a group of rows does. */
  endGroup(): void {
    this.#covered.length = 0
  }

  /** Leaves the open row out at its end, for this reason. */
  leaveRow(word: string): void {
    this.#left ??= word
  }

  /** Ends the row: the reason if it is left out. */
  endRow(): string | undefined {
    const left = this.#left
    if (left !== undefined) this.#rows.pop()
    this.#left = undefined
    return left
  }

  text(): string {
    return this.#rows.flat().join(' ')
  }

  /** As a table of Markdown, without empty rows. */
  markdown(): string {
    return tableOf(this.#rows.filter((row) => row.some((cell) => cell !== '')))
  }
}
