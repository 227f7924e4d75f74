/** A text that PostgreSQL takes in no column. */
export const oddText = 'odd\0\ud800'

/** Copies of a payload; in each one text, at any depth, is `oddText`. */
export const withOddTexts = (payload: unknown): unknown[] => {
  if (typeof payload === 'string') return [oddText]
  if (typeof payload !== 'object' || payload === null) return []
  if (Array.isArray(payload))
    return payload.flatMap((part, at) => withOddTexts(part).map((odd) => payload.with(at, odd) as unknown))
  return Object.entries(payload).flatMap(([name, part]) =>
    withOddTexts(part).map((odd) => ({ ...payload, [name]: odd })),
  )
}
