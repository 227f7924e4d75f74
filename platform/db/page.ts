import { validate } from 'uuid'
import { isInstant } from '../contract/timestamp.ts'
import { refuseFields } from '../refusal/refusal.ts'
import type { Transaction } from './transaction.ts'

/** Where a page begins: after this row, in the order of (time, id), newest first. */
export interface Cursor {
  readonly at: string
  readonly id: string
}

/** The first page starts after the newest conceivable row, so that every page is one statement with one plan. */
export const newest: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Reads an opaque cursor; without one, `newest`. A cursor that this server did not issue ends the request with 400. */
export const cursorOf = (text: string | undefined): Cursor => {
  if (text === undefined) return newest
  const [at, id] = Buffer.from(text, 'base64url').toString().split(' ')
  if (at && id && validate(id) && isInstant(at)) return { at, id }
  return refuseFields([{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }])
}

/** Cuts a page from rows that include one extra row, and adds the next cursor if the extra row exists. */
export const cutPage = <Row>(rows: readonly Row[], limit: number, cursorAfter: (last: Row) => string) => {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, next: last === undefined ? undefined : cursorAfter(last) }
}

/** The opaque cursor behind a row, as `cursorOf` reads it. */
export const cursorAfter = (at: Date, id: string): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

/** As `cutPage`, for rows in the order of (createdAt, id). */
export const pageOf = <Row extends { readonly id: string; readonly createdAt: Date }>(
  rows: readonly Row[],
  limit: number,
) => cutPage(rows, limit, ({ createdAt, id }) => cursorAfter(createdAt, id))

/** As `pageOf`, for rows that are shown oldest first: the cursor leads to the earlier rows. */
export const earlierPageOf = <Row extends { readonly id: string; readonly createdAt: Date }>(
  newestFirst: readonly Row[],
  limit: number,
) => {
  const { rows, next } = pageOf(newestFirst, limit)
  return { rows: rows.toReversed(), previous: next }
}

/** Counts of lists end at this many rows, so that the cost of a count is bounded. */
export const countMost = 1_000

/** The row of a statement of `countOf`. */
export interface RowCount {
  readonly count: number
}

/** The text that counts the rows of a list, given as its table and condition, at most `:rows` of them. */
export const countOf = (rows: string): string =>
  `select count(*)::int as count from (select from ${rows} limit :rows) as counted`

/** A page with a function that counts the rows of its list: those after the cursor of the parameters. */
export const countedPage = async <Params, Row extends { readonly id: string; readonly createdAt: Date }>(
  tx: Transaction,
  statements: {
    readonly page: (tx: Transaction, params: Params & { rows: number }) => Promise<Row[]>
    readonly count: (tx: Transaction, params: Params & { rows: number }) => Promise<RowCount[]>
  },
  params: Params,
  limit: number,
) => ({
  ...pageOf(await statements.page(tx, { ...params, rows: limit + 1 }), limit),
  count: () => countRows(tx, statements.count, params),
})

/** Counts by a statement of `countOf`. */
export const countRows = async <Params>(
  tx: Transaction,
  count: (tx: Transaction, params: Params & { rows: number }) => Promise<RowCount[]>,
  params: Params,
): Promise<number> => (await count(tx, { ...params, rows: countMost }))[0]!.count

/** A row of a list, whose time is one of its columns. */
type TimedRow = Readonly<Record<string, unknown>>

/** The parameters of a page of a person's rows in the order of (time, id), oldest first; the first page is after null. */
export type AfterRowOfPerson = { userId: string; at: Date | null; id: string | null; rows: number }

/** Reads a person's rows in pages: those after `last`, the last row of the page before, whose time is its `time`. */
export const pagesOfPerson =
  <Row>(page: (tx: Transaction, params: AfterRowOfPerson) => Promise<Row[]>, time: string) =>
  (tx: Transaction, userId: string, last: TimedRow | undefined, rows: number): Promise<(Row & TimedRow)[]> =>
    page(tx, {
      userId,
      at: (last?.[time] as Date | undefined) ?? null,
      id: (last?.id as string | undefined) ?? null,
      rows,
    }) as Promise<(Row & TimedRow)[]>
