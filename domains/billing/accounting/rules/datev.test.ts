import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsOf } from '../../invoices/rules/issue.ts'
import { bookingsOf, grossOf, yearStartOf, type Posting } from './bookings.ts'
import { datevBatch, encode1252, in1252 } from './datev.ts'

const header = {
  createdAt: new Date('2026-02-01T10:20:30.456Z'),
  consultantNumber: 29_098,
  clientNumber: 55_003,
  yearStart: '2026-01-01',
  from: '2026-01-01',
  to: '2026-01-31',
  accountLength: 4,
  chart: '03',
}

/** Reads a file as its receiver does: Windows-1252, lines, fields; those in quotes are texts. */
const read = (file: Buffer) => {
  const lines = new TextDecoder('windows-1252').decode(file).split('\r\n')
  expect(lines.pop()).toBe('')
  const [head, names, ...rows] = lines.map(cells)
  const named = rows.map((row) => {
    expect(row).toHaveLength(names!.length)
    return Object.fromEntries(row.map((cell, at) => [names![at], cell]))
  })
  return { head: head!, names: names!, rows: named }
}
const cells = (line: string): string[] => {
  const found: string[] = []
  for (let rest = line; ;) {
    const [whole] = /^("([^"]|"")*"|[^";]*)(?=;|$)/.exec(rest)!
    found.push(whole)
    if (whole.length === rest.length) return found
    rest = rest.slice(whole.length + 1)
  }
}
const textOf = (cell: string | undefined) => {
  expect(cell).toMatch(/^".*"$/)
  return cell!.slice(1, -1).replaceAll('""', '"')
}

// DATEV's descriptions of the filled fields, word for word.
const expressions = {
  'Umsatz (ohne Soll/Haben-Kz)': /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  'Soll/Haben-Kennzeichen': /^"(S|H)"$/,
  'WKZ Umsatz': /^"EUR"$/,
  Konto: /^(?!0{1,9}$)(\d{1,9})$/,
  'Gegenkonto (ohne BU-Schlüssel)': /^(?!0{1,9}$)(\d{1,9})$/,
  'BU-Schlüssel': /^"(\d{4})?"$/,
  Belegdatum: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  'Belegfeld 1': /^"[\w$%\-/]{0,36}"$/,
  Buchungstext: /^".{0,60}"$/,
  'EU-Land u. UStID (Bestimmung)': /^".{0,15}"$/,
  Fälligkeit: /^((0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(20\d{2}))?$/,
}

const classes = ['standard', 'reduced', 'also standard', 'abroad'] as const
const taxes = {
  standard: { category: 'S', rateBps: 1_900, reason: null },
  reduced: { category: 'S', rateBps: 700, reason: null },
  'also standard': { category: 'S', rateBps: 1_900, reason: null },
  abroad: { category: 'AE', rateBps: 0, reason: 'Reverse charge' },
} as const
const accounts = {
  taxAccounts: classes.map((taxClass, at) => ({ taxClass, revenueAccount: `840${at}`, taxKey: at > 1 ? null : '3' })),
  debtors: new Map([['globex', '10001']]),
}

const line = fc.record({
  taxClass: fc.constantFrom(...classes),
  amountMinor: fc.oneof(fc.bigInt(-99_999n, 99_999n), fc.bigInt(-20_000_000_000n, 20_000_000_000n)),
})
const postingOf = (lines: readonly { taxClass: (typeof classes)[number]; amountMinor: bigint }[], change: object) => {
  const taxed = lines.map((one) => ({ ...one, ...taxes[one.taxClass] }))
  const totals = totalsOf(taxed)
  const byClass = Map.groupBy(taxed, ({ taxClass }) => taxClass)
  const posting = {
    move: 'issue',
    type: totals.totalMinor < 0n ? '381' : '380',
    day: '2026-01-05',
    dueDay: '2026-02-04',
    invoiceNumber: 'INV.2026-0001',
    clientAccountId: 'globex',
    buyerLegalName: 'Globex',
    buyerVatId: null,
    taxTotals: totals.taxTotals.map((one) => ({ ...one, taxMinor: Number(one.taxMinor) })),
    classes: [...byClass].map(([taxClass, of]) => ({
      taxClass,
      ...taxes[taxClass],
      netMinor: of.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    })),
    ...change,
  } as Posting
  return { posting, totalMinor: totals.totalMinor }
}
const minorOf = (row: Record<string, string>) => {
  const amount = BigInt(row['Umsatz (ohne Soll/Haben-Kz)']!.replace(',', ''))
  return row['Soll/Haben-Kennzeichen'] === '"S"' ? amount : -amount
}

test('another reader reads the postings back; they fit DATEV’s expressions, and add up to the invoice’s total', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab"; ÄßŁé€œ🧾\n\t=+عم')), minLength: 1, maxLength: 90 })
  const asked = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 6 }), name: text, isVoid: fc.boolean() })
  fc.assert(
    fc.property(asked, ({ lines, name, isVoid }) => {
      const move = isVoid ? 'void' : 'issue'
      const { posting, totalMinor } = postingOf(lines, { buyerLegalName: name, buyerVatId: 'FR12345678901', move })
      const { head, names, rows } = read(encode1252(datevBatch(header, bookingsOf(posting, accounts))))
      expect([head.length, names.length]).toEqual([31, 125])
      for (const row of rows)
        for (const [field, expression] of Object.entries(expressions)) expect(row[field]).toMatch(expression)
      const sum = rows.map(minorOf).reduce((all, one) => all + one, 0n)
      expect(sum).toBe(isVoid ? -totalMinor : totalMinor)
      for (const row of rows) {
        const said = `${isVoid ? 'Storno' : totalMinor < 0n ? 'Gutschrift' : 'Rechnung'} INV.2026-0001 ${in1252(name)}`
        expect(textOf(row.Buchungstext)).toBe(said.slice(0, 60).trimEnd())
        const isAbroad = row['Gegenkonto (ohne BU-Schlüssel)'] === '8403'
        expect(textOf(row['EU-Land u. UStID (Bestimmung)'])).toBe(isAbroad ? 'FR12345678901' : '')
      }
    }),
  )
})

test('DATEV takes the same tax out of a gross amount that the invoice put in, if only one class has its rate', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 99_999_999n), fc.integer({ min: 1, max: 10_000 }), (netMinor, rateBps) => {
      const tax = totalsOf([{ category: 'S', rateBps, reason: null, amountMinor: netMinor }]).taxMinor
      const one = { category: 'S', rateBps } as const
      const [gross] = grossOf({
        taxTotals: [{ ...one, taxMinor: Number(tax) }],
        classes: [{ ...one, taxClass: 'a', netMinor }],
      })
      const rate = BigInt(rateBps)
      expect((2n * gross!.grossMinor * rate + 10_000n + rate) / (2n * (10_000n + rate))).toBe(tax)
    }),
  )
})

test('the header is that of a posting batch, and a posting has each value at its place', () => {
  const { posting } = postingOf([{ taxClass: 'standard', amountMinor: 10_000n }], { buyerLegalName: 'Müller & Söhne' })
  const { head, rows } = read(encode1252(datevBatch(header, bookingsOf(posting, accounts))))
  expect(head.join(';')).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260201102030456;;"AT";"Atelier";"";29098;55003;20260101;4;20260101;20260131;"Rechnungen 2026-01-01";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  )
  const filled = Object.entries(rows[0] ?? {}).filter(([, cell]) => cell !== '' && cell !== '""')
  expect(Object.fromEntries(filled)).toEqual({
    'Umsatz (ohne Soll/Haben-Kz)': '119,00',
    'Soll/Haben-Kennzeichen': '"S"',
    'WKZ Umsatz': '"EUR"',
    Konto: '10001',
    'Gegenkonto (ohne BU-Schlüssel)': '8400',
    'BU-Schlüssel': '"0003"',
    Belegdatum: '0501',
    'Belegfeld 1': '"INV-2026-0001"',
    Buchungstext: '"Rechnung INV.2026-0001 Müller & Söhne"',
    Fälligkeit: '04022026',
  })
})

test.each([
  ['Müller €', 'Müller €'],
  ['Łódź', '?ódz'],
  ['شركة', '????'],
  ['a\tb\nc', 'a b c'],
  ['Ｆｕｌｌ', 'Full'],
  ['🧾', '?'],
])('%j is %j in Windows-1252', (text, written) => {
  expect(in1252(text)).toBe(written)
  expect(new TextDecoder('windows-1252').decode(encode1252(in1252(text)))).toBe(written)
})

test('a fiscal year begins in its month', () => {
  expect([yearStartOf('2026-03-31', 4), yearStartOf('2026-04-01', 4), yearStartOf('2026-12-31', 1)]).toEqual([
    '2025-04-01',
    '2026-04-01',
    '2026-01-01',
  ])
})
