const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, made)
  return made
}

/** The day on which an instant falls in a time zone: `2026-03-29`. `timeZone` is an IANA name. */
export const dayIn = (timeZone: string, at: Date | number): string => formatIn(timeZone).format(at)

const dayMs = 86_400_000

/** How many days one day comes after another, by the calendar: a day of 23 or 25 hours is one day. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
