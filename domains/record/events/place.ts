/** Where a page of events begins: behind this row, in the order of time and then position. */
export interface Place {
  readonly at: string
  readonly position: number
}

/** The cursor of a page of all events, which are in the order of time and then position. */
export const placeText = ({ at, position }: Place): string => `${at} ${position}`

/** The place in such a cursor; undefined for a text that is none. */
export const placeOf = (cursor: string): Place | undefined => {
  const [, at, position] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || Number.isNaN(Date.parse(at))) return undefined
  return { at, position: Number(position) }
}
