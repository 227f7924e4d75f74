/**
 * A posting batch in the DATEV format, header version 700, category 21, format version 13: the fields in their order,
 * texts with a quotation mark before their name, as https://developer.datev.de/datev/platform/de/dtvf/formate/header and
 * https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel have them.
 */
const first = `Umsatz (ohne Soll/Haben-Kz);"Soll/Haben-Kennzeichen;"WKZ Umsatz;Kurs;Basis-Umsatz;"WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);"BU-Schlüssel;Belegdatum;"Belegfeld 1;"Belegfeld 2;Skonto;"Buchungstext;Postensperre;"Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;"Beleglink`
const middle = `"KOST1 - Kostenstelle;"KOST2 - Kostenstelle;Kost-Menge;"EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);"Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung`
const last = `Stück;Gewicht;Zahlweise;"Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;"Auftragsnummer;"Buchungstyp;USt-Schlüssel (Anzahlungen);"EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);"Herkunft-Kz;"Buchungs GUID;KOST-Datum;"SEPA-Mandatsreferenz;Skontosperre;"Gesellschaftername;Beteiligtennummer;"Identifikationsnummer;"Zeichnernummer;Postensperre bis;"Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;"Generalumkehr (GU);Steuersatz;"Land;"Abrechnungsreferenz;BVV-Position;"EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto`

const pairs = (count: number, kind: string, content: string) =>
  Array.from({ length: count }, (_, at) => [`"${kind} ${at + 1}`, `"${content} ${at + 1}`]).flat()

const fields = [
  ...first.split(';'),
  ...pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  ...middle.split(';'),
  ...pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  ...last.split(';'),
].map((name) => ({ name: name.replace('"', ''), isText: name.startsWith('"') }))

/** Facts of the header: the client's numbers, the period and the chart of accounts. Numbers of accounts are digits. */
interface DatevHeader {
  readonly createdAt: Date
  readonly consultantNumber: number
  readonly clientNumber: number
  /** Days as `YYYY-MM-DD`; all of them lie in one fiscal year. */
  readonly yearStart: string
  readonly from: string
  readonly to: string
  readonly accountLength: number
  /** The standard chart of accounts, `03` or `04`; null without a word. */
  readonly chart: string | null
}

export interface Booking {
  /** Above zero: the side is the sign. */
  readonly amountMinor: bigint
  /** `S` debits the account, `H` credits it. */
  readonly side: 'S' | 'H'
  readonly account: string
  readonly contraAccount: string
  /** Four digits; null if the account knows its tax. */
  readonly taxKey: string | null
  readonly day: string
  readonly document: string
  readonly text: string
  /** Null if nothing is due. */
  readonly dueDay: string | null
  /** The VAT number of a customer in another country of the European Union; null for others. */
  readonly euVatId: string | null
}

/** The limit of field 1: ten digits before the comma. */
export const amountMostMinor = 999_999_999_999n

const quoted = (text: string) => `"${in1252(text).replaceAll('"', '""')}"`
const digitsOf = (day: string) => day.replaceAll(/\D/g, '')
const decimalOf = (minor: bigint) => {
  if (minor <= 0n || minor > amountMostMinor) throw new Error('Amount too large for a posting')
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}
const dayMonth = (day: string) => `${day.slice(8)}${day.slice(5, 7)}`
const dayMonthYear = (day: string) => `${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`

const headerOf = (header: DatevHeader): string =>
  [
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    digitsOf(header.createdAt.toISOString()),
    '',
    '"AT"',
    '"Atelier"',
    '""',
    header.consultantNumber,
    header.clientNumber,
    digitsOf(header.yearStart),
    header.accountLength,
    digitsOf(header.from),
    digitsOf(header.to),
    quoted(`Rechnungen ${header.from}`),
    '""',
    // Postings of the finance ledger, without a purpose of their own, which the accountant can still change.
    '1',
    '0',
    '0',
    '"EUR"',
    '',
    '""',
    '',
    '',
    `"${header.chart ?? ''}"`,
    '',
    '',
    '""',
    '""',
  ].join(';')

const lineOf = (booking: Booking): string => {
  const values: Readonly<Record<string, string | null>> = {
    'Umsatz (ohne Soll/Haben-Kz)': decimalOf(booking.amountMinor),
    'Soll/Haben-Kennzeichen': booking.side,
    'WKZ Umsatz': 'EUR',
    Konto: booking.account,
    'Gegenkonto (ohne BU-Schlüssel)': booking.contraAccount,
    'BU-Schlüssel': booking.taxKey,
    Belegdatum: dayMonth(booking.day),
    'Belegfeld 1': booking.document,
    Buchungstext: in1252(booking.text).slice(0, 60).trimEnd(),
    'EU-Land u. UStID (Bestimmung)': booking.euVatId,
    Fälligkeit: booking.dueDay && dayMonthYear(booking.dueDay),
  }
  return fields.map(({ name, isText }) => (isText ? quoted(values[name] ?? '') : (values[name] ?? ''))).join(';')
}

/** The lines of a posting batch, to be encoded in Windows-1252. */
export const datevBatch = (header: DatevHeader, bookings: readonly Booking[]): string =>
  [headerOf(header), fields.map(({ name }) => name).join(';'), ...bookings.map(lineOf), ''].join('\r\n')

/** Characters at 0x80 to 0x9f, where Windows-1252 differs from Latin-1; the gaps are unused (WHATWG Encoding). */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const gaps = new Set('\u0081\u008d\u008f\u0090\u009d')

const places = new Map(
  Array.from(high)
    .filter((one) => !gaps.has(one))
    .map((one) => [one, 0x80 + high.indexOf(one)]),
)

const placeOf = (character: string): number | undefined => {
  const point = character.codePointAt(0)!
  if ((point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff)) return point
  return places.get(character)
}

/**
 * A text in characters that Windows-1252 has, one byte each: missing marks are dropped from their letters; other
 * characters without a place, and control characters, become a question mark or a space.
 */
export const in1252 = (text: string): string => Array.from(text.normalize('NFC'), nearest).join('')

const nearest = (character: string): string => {
  if (placeOf(character) !== undefined) return character
  if (/\s|\p{Cc}/u.test(character)) return ' '
  const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return bare !== '' && Array.from(bare).every((one) => placeOf(one) !== undefined) ? bare : '?'
}

/** The bytes of a text in Windows-1252; throws for a text that `in1252` did not return, or a line end of our own. */
export const encode1252 = (text: string): Buffer => {
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const place = character === '\r' || character === '\n' ? character.charCodeAt(0) : placeOf(character)
    if (place === undefined) throw new Error('A text is not in Windows-1252')
    bytes[at] = place
  }
  return bytes
}
