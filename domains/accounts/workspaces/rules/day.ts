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
