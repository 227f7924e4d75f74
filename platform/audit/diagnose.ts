import { chainHash } from './chain.ts'
import type { StoredRow } from './row.ts'

/** The kinds of differences, as a check of a chain returns them. */
export type BreakReason =
  | 'row_changed'
  | 'row_missing'
  | 'row_inserted'
  | 'rows_reordered'
  | 'details_changed'
  | 'erasure_unexplained'
  | 'cut_off'
  | 'head_differs'
  | 'checkpoint_differs'
  | 'signature_wrong'

/** The first difference between a chain and its record; positions count from 1. */
export interface Break {
  readonly position: number
  readonly reason: BreakReason
  readonly message: string
}

const shiftMost = 1_000

interface LastGoodRow {
  readonly position: number
  readonly hash: Buffer
  /** The head before the last row that held. */
  readonly before: Buffer
}

/** Names the change at the first row that does not follow, by the place that it and the `next` row would have. */
export const diagnose = (last: LastGoodRow, row: StoredRow, next: StoredRow | undefined): Break => {
  const due = last.position + 1
  if (row.row.position !== due) return misnumbered(due, row, next)
  if (isExchanged(last, row, next)) return exchanged(due)
  if (next && follows(last.hash, next, due)) return inserted(due)
  if (follows(last.before, row, due - 1)) return inserted(due - 1)
  if (next && !follows(row.hash, next, due + 1) && isShifted(due, row, next)) return missing(due)
  return broken(due, 'row_changed', `Row ${due} is not what was written, or the row before it is not.`)
}

const misnumbered = (due: number, { row: { position } }: StoredRow, next: StoredRow | undefined): Break => {
  if (position < due) return inserted(position)
  return next?.row.position === due ? exchanged(due) : missing(due)
}

/** Two neighbours with each other's number; with their hashes, or without. */
const isExchanged = ({ hash }: LastGoodRow, row: StoredRow, next: StoredRow | undefined) => {
  if (!next) return false
  const position = row.row.position
  if (follows(hash, next, position)) return follows(next.hash, row, position + 1)
  return chainHash(hash, { ...next.row, position }).equals(row.hash)
}

/** Whether the next row would follow under a greater number: some rows before it no longer exist. */
const isShifted = (due: number, row: StoredRow, next: StoredRow) => {
  for (let shift = 1; shift <= shiftMost; shift += 1) if (follows(row.hash, next, due + 1 + shift)) return true
  return false
}

const follows = (before: Buffer, { row, hash }: StoredRow, position: number) =>
  chainHash(before, { ...row, position }).equals(hash)

const missing = (position: number) => broken(position, 'row_missing', `Row ${position} is missing.`)
const inserted = (position: number) =>
  broken(position, 'row_inserted', `Row ${position} was put in later: those after it were written without it.`)
const exchanged = (position: number) =>
  broken(position, 'rows_reordered', `Rows ${position} and ${position + 1} stand in each other's place.`)
const broken = (position: number, reason: BreakReason, message: string): Break => ({ position, reason, message })
