import { isInstant } from '../../../platform/contract/timestamp.ts'

/** Where a page of events begins: behind this row, in the order of time and then position. */
interface EventCursor {
  readonly at: string
  readonly position: number
}

/** The cursor of a page of all events, which are in the order of time and then position. */
export const cursorText = ({ at, position }: EventCursor): string => `${at} ${position}`

/** The place in such a cursor; undefined for a text that is none. */
export const parseCursor = (cursor: string): EventCursor | undefined => {
  const [, at, position] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || !isInstant(at)) return undefined
  return { at, position: Number(position) }
}
