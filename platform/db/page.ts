import { validate } from 'uuid'
import { refuseFields } from '../refusal/refuse.ts'

/** Where a page begins: after this row, in the order of (time, id), newest first. */
export interface Cursor {
  readonly at: string
  readonly id: string
}

/** The first page starts after the newest conceivable row, so that every page is one statement with one plan. */
export const newest: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Reads an opaque cursor; without one, `newest`. A cursor that this server never gave ends the request in 400. */
export const cursorOf = (text: string | undefined): Cursor => {
  if (text === undefined) return newest
  const [at, id] = Buffer.from(text, 'base64url').toString().split(' ')
  if (at && id && validate(id) && isTimestamp(at)) return { at, id }
  return refuseFields([{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }])
}

// A timestamp as `encode` writes it and PostgreSQL reads it, without a year 0; other forms that Date.parse takes are no
// cursors.
const isTimestamp = (at: string) =>
  /^[1-9]\d{3}-/.test(at) && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at

/** The rows of a page, out of one row more than it shows, and the cursor of the next page if that row exists. */
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

/**
 * The parameters of a page in the order of (time, id), oldest first: after `last`, the last row of the page before,
 * whose time is its `time`; without one, the first page.
 */
export const afterRow = (
  last: Readonly<Record<string, unknown>> | undefined,
  time: string,
): { readonly at: Date | null; readonly id: string | null } => ({
  at: (last?.[time] as Date | undefined) ?? null,
  id: (last?.id as string | undefined) ?? null,
})
