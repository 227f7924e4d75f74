/**
 * The time zones of countries: in countries with several, the zones furthest east and west of where most companies are.
 */
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
export const countriesOfSeveralZones = Object.entries(zonesOfCountry).flatMap(([country, zones]) =>
  zones.length > 1 ? [country] : [],
)

/** The zones in which it has to be the time of sending: in the country of the company, else in the sender's zone. */
export const zonesOf = (country: string | undefined, senderZone: string): readonly string[] =>
  (country === undefined ? undefined : zonesOfCountry[country]) ?? [senderZone]
