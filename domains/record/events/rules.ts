const firstYear = Date.parse('0001-01-01T00:00:00Z')

/**
 * A moment as the database takes it; undefined where the text is none. RFC 3339 has more of them than PostgreSQL:
 * a leap second counts as the second after, and the year 0 is before everything.
 */
export const momentOf = (text: string): string | undefined => {
  const leaps = /:\d\d:60/.test(text)
  const time = Date.parse(leaps ? text.replace(':60', ':59') : text) + (leaps ? 1_000 : 0)
  if (Number.isNaN(time)) return undefined
  return time < firstYear ? '-infinity' : new Date(time).toISOString()
}
