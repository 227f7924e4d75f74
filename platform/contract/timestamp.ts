const firstYear = Date.parse('0001-01-01T00:00:00Z')

/**
 * Parses a time for the database; undefined if the text is not a time. RFC 3339 has more of them than PostgreSQL: a
 * leap second counts as the second after, and the year 0 is before everything.
 */
export const parseTimestamp = (text: string): string | undefined => {
  const leaps = /:\d\d:60/.test(text)
  const time = Date.parse(leaps ? text.replace(':60', ':59') : text) + (leaps ? 1_000 : 0)
  if (Number.isNaN(time)) return undefined
  return time < firstYear ? '-infinity' : new Date(time).toISOString()
}

/** True if a text is a time from the year 1000 on in the form of `toISOString`; 30 February is invalid. */
export const isInstant = (text: string): boolean => {
  const time = /^[1-9]\d{3}-/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

const timestampForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/
const day = /^\d{4}-\d\d-\d\d$/

/**
 * Parses an ISO bound for the database; undefined if the text is not a bound. A day means its first moment as `from`
 * and its last as `to`; a time without a zone is UTC.
 */
export const parseTimeBound = (text: string | undefined, which: 'from' | 'to'): string | undefined => {
  if (text === undefined || !timestampForm.test(text) || !isDay(text.slice(0, 10))) return undefined
  const isZoned = /(Z|[+-]\d\d:\d\d)$/.test(text) && text.includes('T')
  const whole = day.test(text) ? `${text}T${which === 'from' ? '00:00:00.000' : '23:59:59.999'}Z` : text
  const time = Date.parse(day.test(text) || isZoned ? whole : `${text}Z`)
  if (Number.isNaN(time)) return undefined
  return time < firstYear ? '-infinity' : new Date(time).toISOString()
}

/** The calendar has it: Date takes the 30th of February for the 2nd of March. */
const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
