import fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import { readPiece, startOfList } from './list-text.ts'
import { withList } from './read-list.ts'
import { leadRefusals, refusalOf, type LeadFacts } from './rules.ts'
import { columnsOf, readMapping } from './rules/columns.ts'
import { delimiterOf } from './rules/delimiters.ts'
import { encodingOf } from './encodings.ts'
import { ListRefusal } from './rules/records.ts'
import { readRow } from './read-row.ts'

const facts: fc.Arbitrary<LeadFacts> = fc.record({
  isArchived: fc.boolean(),
  isPlayRunning: fc.boolean(),
  isOptedOut: fc.boolean(),
  isSuppressed: fc.boolean(),
  isRegionExcluded: fc.boolean(),
  wasLookedUp: fc.boolean(),
  hasSendableAddress: fc.boolean(),
  hasRefused: fc.boolean(),
})
const good: LeadFacts = {
  isArchived: false,
  isPlayRunning: true,
  isOptedOut: false,
  isSuppressed: false,
  isRegionExcluded: false,
  wasLookedUp: true,
  hasSendableAddress: true,
  hasRefused: false,
}

test('disqualifying is never refused, and a queued lead has nothing against it', () =>
  fc.assert(
    fc.property(facts, (known) => {
      expect(refusalOf('disqualified', known)).toBeUndefined()
      const isFree = !known.isArchived && known.isPlayRunning && !known.isOptedOut && !known.isSuppressed
      const isSendable = !known.isRegionExcluded && known.wasLookedUp && known.hasSendableAddress && !known.hasRefused
      expect(refusalOf('queued', known) === undefined).toBe(isFree && isSendable)
      expect(refusalOf('new', known) === undefined).toBe(!known.isArchived && !known.isOptedOut && !known.isSuppressed)
    }),
  ))

test('the first of several reasons in the order of the specification is shown', () => {
  const against: readonly Partial<LeadFacts>[] = [
    { isPlayRunning: false },
    { isOptedOut: true },
    { isSuppressed: true },
    { isRegionExcluded: true },
    { hasSendableAddress: false },
  ]
  against.forEach((_one, from) => {
    const known: LeadFacts = Object.assign({}, good, ...against.slice(from)) as LeadFacts
    expect(refusalOf('queued', known)).toBe(leadRefusals[from])
  })
  expect(refusalOf('queued', { ...good, wasLookedUp: false })).toBe('lookup_required')
  expect(refusalOf('queued', { ...good, hasRefused: true })).toBe('refused_before')
  expect(refusalOf('new', { ...good, wasLookedUp: false, isPlayRunning: false, hasRefused: true })).toBeUndefined()
})

test.each([
  [['E-Mail', 'Firma', 'Farbe'], true, ['email', 'company', undefined]],
  [['Email', 'Mail'], true, ['email', 'email']],
  [['Title', 'Company', 'Job Title', 'Firma'], true, [undefined, 'company', 'role', undefined]],
  [['ada@example.com', 'example.com', 'Ada'], false, ['email', 'domain', undefined]],
  [['x', 'y'], false, [undefined, undefined]],
])('the columns of %j', (first, hasHeader, fields) => {
  expect(columnsOf(first, undefined)).toMatchObject({ hasHeader, fields })
})

test('a mapping names columns of any name, and one without a field is refused', () => {
  const mapping = readMapping('Wer?=name; Kontakt = Mail=email')!
  expect(columnsOf(['WER', 'Kontakt = Mail', 'Firma'], mapping).fields).toEqual(['name', 'email', undefined])
  for (const text of ['', 'x', 'Mail=nonsense', '=email']) expect(readMapping(text)).toBeUndefined()
})

const columns = columnsOf(['email', 'domain', 'name'])
test.each([
  [['Ada@Example.COM', '', '=cmd|calc'], { address: 'ada@example.com', domain: 'example.com' }],
  [['', 'https://www.Bücher.example/shop?x', ''], { address: null, domain: 'xn--bcher-kva.example' }],
  [['', '', 'Ada'], 'no_address_or_domain'],
  [['ada', '', ''], 'bad_address'],
  [['ada@localhost', '', ''], 'bad_address'],
  [['аda@example.com', '', ''], 'bad_address'],
  [['ada@example.com\r\nBcc: eve@example.com', '', ''], 'bad_address'],
  [['', 'not a domain', ''], 'bad_domain'],
  [['ada@example.com', '', 'x'.repeat(1_001)], 'too_long'],
  [['ada@example.com', '', 'J\ufffdrg'], 'encoding'],
  [['', ' ', ''], undefined],
  [['ada@example.com', '#N/A', '#BEZUG!'], { domain: 'example.com', values: new Map([['email', 'ada@example.com']]) }],
])('the row %j is read as %j', (cells, expected) => {
  const read = readRow(cells, columns)
  if (typeof expected === 'object') expect(read).toMatchObject(expected)
  else expect(read).toBe(expected)
})

test('of several columns for one field the first that holds a value counts', () => {
  const repeated = columnsOf(['Email 2', 'Email', 'Name'])
  expect(readRow(['bea@example.com', 'none at all', ''], repeated)).toMatchObject({ address: 'bea@example.com' })
  expect(readRow(['bea@example.com', 'ada@example.com', ''], repeated)).toMatchObject({ address: 'ada@example.com' })
})

test('formulas stay plain text, and line breaks in a name become spaces', () => {
  const read = readRow(['ada@example.com', '', '=HYPERLINK("x")\r\nX-Header: 1'], columns)
  expect(read).toMatchObject({
    values: new Map([
      ['email', 'ada@example.com'],
      ['name', '=HYPERLINK("x") X-Header: 1'],
    ]),
  })
})

test('a list is read alike whole and in two pieces, wherever it is cut', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'ü', '😀', '"', ',', '\n', '\r\n', '"b\n,"'), { maxLength: 20 }),
      fc.constantFrom('utf-8' as const, 'utf-16le' as const),
      fc.nat(),
      (parts, encoding, at) => {
        const bytes = Buffer.from(parts.join(''), encoding === 'utf-8' ? 'utf8' : 'utf16le')
        const form = { encoding, isNamed: true, delimiter: ',' as const }
        const whole = readPiece({ form, state: startOfList, bytes, isLast: true })!
        const cut = at % (bytes.length + 1)
        const first = readPiece({ form, state: startOfList, bytes: bytes.subarray(0, cut), isLast: false })!
        const last = readPiece({ form, state: first.state, bytes: bytes.subarray(cut), isLast: true })!
        expect([...first.records, ...last.records]).toEqual(whole.records)
      },
    ),
    { numRuns: 100 },
  ))

const sandboxes = {} as SandboxDriver
const read = (bytes: Buffer | string, said = {}) =>
  withList(
    { sandboxes },
    Readable.from([Buffer.from(bytes)]),
    {
      workspace: 'workspace',
      listId: 'list',
      signal: new AbortController().signal,
      inSandbox: (work) => work(),
      ...said,
    },
    async ({ rows, ...list }) => ({ ...list, rows: (await Array.fromAsync(rows)).map(({ cells }) => cells) }),
  )

test.each([
  ['utf-8', Buffer.from('\ufeffMail;Ort\nada@example.com;Köln\n')],
  ['utf-16le', Buffer.from('\ufeffMail;Ort\nada@example.com;Köln\n', 'utf16le')],
  ['utf-16be', Buffer.from('\ufeffMail;Ort\nada@example.com;Köln\n', 'utf16le').swap16()],
  ['utf-16le', Buffer.from('Mail;Ort\nada@example.com;Köln\n', 'utf16le')],
  ['windows-1252', Buffer.from('Mail;Ort\nada@example.com;Köln\n', 'latin1')],
])('a list in %s is read as it was written', async (encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding)
  expect(await read(bytes)).toMatchObject({
    encoding,
    delimiter: ';',
    rows: [
      ['Mail', 'Ort'],
      ['ada@example.com', 'Köln'],
    ],
  })
})

test('the delimiter is the character with which rows are alike, outside quotes', () => {
  expect(delimiterOf('"a,b,c,d";x\n1,2')).toBe(';')
  expect(delimiterOf('a\tb')).toBe('\t')
  expect(delimiterOf('alone')).toBe(',')
})

test('rows that are written as values are read as the same values', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.stringMatching(/^[ -~äß\n]{0,12}$/), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
        expect((await read(text, { delimiter: ',', encoding: 'utf-8' })).rows).toEqual(rows)
      },
    ),
    { numRuns: 50 },
  ))

test('an old or encrypted workbook, zero bytes and a quotation that never ends are no list', async () => {
  await expect(read(Buffer.from('d0cf11e0a1b11ae100', 'hex'))).rejects.toMatchObject({ reason: 'workbook' })
  await expect(read('a\0b,c')).rejects.toThrow(ListRefusal)
  await expect(read(`Mail\n"${'x'.repeat(200_000)}`)).rejects.toThrow(ListRefusal)
})
