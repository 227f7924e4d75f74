const year1 = Date.parse('0001-01-01T00:00:00Z')
const year10000 = Date.parse('+010000-01-01T00:00:00Z')

/**
 * Converts an RFC 3339 time for PostgreSQL; undefined if `Date.parse` does not take it. PostgreSQL has no leap second,
 * which becomes the next second, and no year 0, which becomes `-infinity`. An offset can lead beyond the year 9999,
 * which becomes `infinity`.
 */
export const parseTimestamp = (text: string): string | undefined => {
  const isLeapSecond = /:\d\d:60/.test(text)
  const time = Date.parse(isLeapSecond ? text.replace(':60', ':59') : text) + (isLeapSecond ? 1_000 : 0)
  if (Number.isNaN(time)) return undefined
  if (time < year1) return '-infinity'
  return time < year10000 ? new Date(time).toISOString() : 'infinity'
}

/** True if a text is a time from the year 1000 on in the form of `toISOString`; 30 February is invalid. */
export const isInstant = (text: string): boolean => {
  const time = /^[1-9]\d{3}-/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

const timestampForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/
const datePattern = /^\d{4}-\d\d-\d\d$/

/** Parses an ISO bound as UTC: a day means its first moment as `from`, its last as `to`; undefined for other text. */
export const parseTimeBound = (text: string | undefined, bound: 'from' | 'to'): string | undefined => {
  if (text === undefined || !timestampForm.test(text) || !isCalendarDate(text.slice(0, 10))) return undefined
  if (datePattern.test(text)) return parseTimestamp(`${text}T${bound === 'from' ? '00:00:00.000' : '23:59:59.999'}Z`)
  return parseTimestamp(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
}

/** False for 30 February, which `Date` takes as 2 March. */
const isCalendarDate = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
