/** Days as the settings name them, in the order of `Date.getUTCDay`. */
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** When mail may be sent, in the recipient's time zone. */
interface SendingRules {
  readonly sendingDays: readonly string[]
  /** `09:00`. */
  readonly sendingFrom: string
  readonly sendingUntil: string
}

/** True if mail may be sent at a time: in every one of these zones it is a day and an hour that the rules allow. */
export const isOpen = (at: Date, zones: readonly string[], rules: SendingRules): boolean =>
  zones.every((zone) => {
    const { day, time } = localTime(at, zone)
    return rules.sendingDays.includes(day) && rules.sendingFrom <= time && time < rules.sendingUntil
  })

const minuteMs = 60_000
const stepMs = 15 * minuteMs
const looksMost = (14 * 86_400_000) / stepMs

/** The first time from `at` on at which mail may be sent; undefined without one in two weeks. */
export const nextOpening = (at: Date, zones: readonly string[], rules: SendingRules): Date | undefined => {
  if (isOpen(at, zones, rules)) return at
  // Zones differ by quarters of an hour: wherever a day of sending begins, it is this minute of a quarter.
  const offsetMs = (Number(rules.sendingFrom.slice(3)) % 15) * minuteMs
  const firstMs = (Math.floor((at.getTime() - offsetMs) / stepMs) + 1) * stepMs + offsetMs
  for (let look = 0; look < looksMost; look += 1) {
    const then = new Date(firstMs + look * stepMs)
    if (isOpen(then, zones, rules)) return then
  }
  return undefined
}

/** Countries with several time zones in which no time of sending is open in all of them. */
export const closedCountries = (at: Date, rules: SendingRules): readonly string[] =>
  countriesOfSeveralZones.filter((country) => nextOpening(at, zonesOf(country, ''), rules) === undefined)

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string) => {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const time = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-GB', time)
  formats.set(timeZone, made)
  return made
}

/** The day and the time of day, `09:00`, in a time zone. */
export const localTime = (at: Date, zone: string): { readonly day: string; readonly time: string } => {
  const formatted = formatOf(zone).formatToParts(at)
  const parts = new Map(formatted.map(({ type, value }) => [type, value]))
  const day = days.find((one) => one === parts.get('weekday')!.toLowerCase().slice(0, 3))!
  return { day, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

/** The time zones of countries; with several zones, the eastmost and westmost of where most companies are. */
const zonesOfCountry: Readonly<Record<string, readonly string[]>> = {
  AE: ['Asia/Dubai'],
  AR: ['America/Argentina/Buenos_Aires'],
  AT: ['Europe/Vienna'],
  AU: ['Australia/Sydney', 'Australia/Perth'],
  BE: ['Europe/Brussels'],
  BG: ['Europe/Sofia'],
  BR: ['America/Sao_Paulo', 'America/Manaus'],
  CA: ['America/Halifax', 'America/Vancouver'],
  CH: ['Europe/Zurich'],
  CL: ['America/Santiago'],
  CN: ['Asia/Shanghai'],
  CO: ['America/Bogota'],
  CY: ['Asia/Nicosia'],
  CZ: ['Europe/Prague'],
  DE: ['Europe/Berlin'],
  DK: ['Europe/Copenhagen'],
  EE: ['Europe/Tallinn'],
  ES: ['Europe/Madrid'],
  FI: ['Europe/Helsinki'],
  FR: ['Europe/Paris'],
  GB: ['Europe/London'],
  GR: ['Europe/Athens'],
  HK: ['Asia/Hong_Kong'],
  HR: ['Europe/Zagreb'],
  HU: ['Europe/Budapest'],
  IE: ['Europe/Dublin'],
  IL: ['Asia/Jerusalem'],
  IN: ['Asia/Kolkata'],
  IS: ['Atlantic/Reykjavik'],
  IT: ['Europe/Rome'],
  JP: ['Asia/Tokyo'],
  KR: ['Asia/Seoul'],
  LI: ['Europe/Vaduz'],
  LT: ['Europe/Vilnius'],
  LU: ['Europe/Luxembourg'],
  LV: ['Europe/Riga'],
  MT: ['Europe/Malta'],
  MX: ['America/Mexico_City', 'America/Tijuana'],
  NL: ['Europe/Amsterdam'],
  NO: ['Europe/Oslo'],
  NZ: ['Pacific/Auckland'],
  PL: ['Europe/Warsaw'],
  PT: ['Europe/Lisbon'],
  RO: ['Europe/Bucharest'],
  RS: ['Europe/Belgrade'],
  SE: ['Europe/Stockholm'],
  SG: ['Asia/Singapore'],
  SI: ['Europe/Ljubljana'],
  SK: ['Europe/Bratislava'],
  TR: ['Europe/Istanbul'],
  UA: ['Europe/Kyiv'],
  US: ['America/New_York', 'America/Los_Angeles'],
  ZA: ['Africa/Johannesburg'],
}

/** Countries of which several zones have to be open. */
const countriesOfSeveralZones = Object.entries(zonesOfCountry).flatMap(([country, zones]) =>
  zones.length > 1 ? [country] : [],
)

/** The zones in which it has to be the time of sending: in the country of the company, else in the sender's zone. */
export const zonesOf = (country: string | undefined, senderZone: string): readonly string[] =>
  (country === undefined ? undefined : zonesOfCountry[country]) ?? [senderZone]
