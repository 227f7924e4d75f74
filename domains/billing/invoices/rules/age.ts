const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
const formatIn = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, made)
  return made
}
const dayOf = (at: number, timeZone: string) => Date.parse(formatIn(timeZone).format(at)) / dayMs

/** By how many days something is late, as days are in that time zone. 0 or less: it is not due. */
export const daysLate = (dueAt: string | Date, asOf: number, timeZone = 'UTC'): number =>
  dayOf(asOf, timeZone) - dayOf(new Date(dueAt).getTime(), timeZone)

/** How long something is overdue, as the report of what is owed sorts it. */
export const ageNames = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const
export type Age = (typeof ageNames)[number]
