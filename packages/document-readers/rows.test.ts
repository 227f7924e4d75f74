import fc from 'fast-check'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { textRow, workbookOf, zipOf } from '../../testing/ai/documents.ts'
import { chooseDriver } from '../../execution/sandbox/index.ts'
import { rowEvents, shownNumber, unescaped, type SheetRow } from './program/cells.ts'
import { openXml } from './program/office-xml.ts'
import { openStringTable } from './program/string-table.ts'
import { openRows, rowsLimits } from './read-rows.ts'

const folder = await mkdtemp(join(tmpdir(), 'workbooks-'))
afterAll(() => rm(folder, { recursive: true }))
const driver = await chooseDriver(undefined)
let files = 0

const open = async (content: Buffer, sheet?: string, limits = rowsLimits) => {
  const path = join(folder, `file-${files++}`)
  await writeFile(path, content)
  return openRows(driver, { id: String(files), path, sheet, signal: new AbortController().signal }, limits)
}
const read = async (content: Buffer, sheet?: string, limits = rowsLimits) => {
  const { rows, ...opened } = await open(content, sheet, limits)
  return { ...opened, rows: await Array.fromAsync(rows) }
}

test.runIf(isLong)('rows of the first sheet that is shown have what their cells show', async () => {
  const rows = `
    <row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>Name</t><rPh><t>x</t></rPh></is></c></row>
    <row r="5"><c r="A5" t="str"><f>HYPERLINK("http://x")</f><v>ada@example.com</v></c><c r="B5"><f>1+1</f></c>
      <c r="C5" t="inlineStr"><is><t>=cmd|' /C calc'!A0</t></is></c></row>
    <row r="6"><c r="B6" s="1"><v>45000</v></c><c r="C6" s="2"><v>49</v></c><c r="D6"><v>4.915112345678E12</v></c>
      <c r="E6" t="inlineStr"><is><t>0049</t></is></c><c r="F6" t="b"><v>0</v></c><c r="G6" t="e"><v>#N/A</v></c></row>
    <row r="8"><c r="A8" t="s"><v>7</v></c></row>`
  const sheets = [
    { name: 'Secret', state: 'veryHidden', rows: textRow(['hidden']) },
    { name: 'Cover', rows: '<row r="1"/>' },
    { name: 'Leads', rows: `${rows}</sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells><sheetData>` },
    { name: 'More', rows: textRow(['x']) },
  ]
  expect(await read(workbookOf(sheets, { strings: ['E&amp;Mail'] }))).toEqual({
    sheet: 'Leads',
    otherSheets: ['Cover', 'More'],
    rows: [
      [2, ['E&Mail', '', 'Name']],
      [5, ['ada@example.com', '', `=cmd|' /C calc'!A0`]],
      [6, ['', '2023-03-15', '00049', '4915112345678', '0049', 'FALSE', '#N/A']],
    ],
  })
})

test.runIf(isLong)('a sheet is found by its name, a hidden one too, and none that is missing', async () => {
  const book = workbookOf([
    { name: 'One', rows: textRow(['1']) },
    { name: 'Two', state: 'hidden', rows: textRow(['2']) },
  ])
  expect(await read(book, 'tWO')).toMatchObject({ sheet: 'Two', otherSheets: ['One'], rows: [[1, ['2']]] })
  await expect(read(book, 'Three')).rejects.toMatchObject({ rule: 'sheet_missing' })
  const empty = workbookOf([{ name: 'One', rows: '' }])
  expect(await read(empty)).toEqual({ sheet: 'One', otherSheets: [], rows: [] })
})

test.runIf(isLong)('elements with a prefix, as some programs write them, are read alike', async () => {
  const book = zipOf({
    'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="A" sheetId="1" r:id="R1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="R1" Target="/xl/a.xml"/><Relationship Id="R2" Target="/xl/sharedstrings.xml"/></Relationships>',
    'xl/sharedstrings.xml': '<x:sst><x:si><x:r><x:t>a</x:t></x:r><x:r><x:t>b_x000D_</x:t></x:r></x:si></x:sst>',
    'xl/a.xml':
      '<x:worksheet><x:sheetData><x:row r="1"><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })
  expect((await read(book)).rows).toEqual([[1, ['ab\r']]])
})

test.runIf(isLong)(
  'the main part is named by the document’s relation, as are strings in UTF-16 and styles',
  async () => {
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const relation = (id: string, kind: string, target: string) =>
      `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`
    const book = zipOf({
      '_rels/.rels': `<Relationships>${relation('R1', 'officeDocument', 'xl/Book2.xml')}</Relationships>`,
      'xl/book2.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="R1"/></sheets></workbook>',
      'xl/_rels/book2.xml.rels': `<Relationships>${relation('R1', 'worksheet', 'a.xml')}${relation('R2', 'sharedStrings', 'words.xml')}${relation('R3', 'styles', 'looks.xml')}</Relationships>`,
      'xl/words.xml': Buffer.from('\ufeff<sst><si><t>Hours</t></si></sst>', 'utf16le'),
      'xl/looks.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      'xl/a.xml': `<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c><c s="1"><v>1.5</v></c></row></sheetData></worksheet>`,
    })
    expect((await read(book)).rows).toEqual([[1, ['Hours', '36:00']]])
    const sample = await readFile(join(import.meta.dirname, 'samples/x-other-workbook-name.xlsx'))
    expect((await read(sample)).rows).toHaveLength(2)
  },
)

test.each([
  ['1.5', 'elapsed h', '36:00'],
  ['0.0625', 'elapsed h', '01:30'],
  ['1.50001', 'elapsed h', '36:00:01'],
  ['-0.5', 'elapsed h', '-12:00'],
  ['0.0625', 'elapsed m', '90:00'],
  ['0.0625', 'elapsed s', '5400'],
] as const)('%s days as %s are %s', (days, style, shown) => {
  expect(shownNumber(days, style, 1900)).toBe(shown)
})

test.runIf(isLong)(
  'refuses a file that is no workbook, unpacks without end, or takes too long or too much memory',
  async () => {
    const refused = async (content: Buffer, limits = rowsLimits) =>
      read(content, undefined, limits).then(
        () => 'read',
        (error: { readonly rule?: string }) => error.rule,
      )
    expect(await refused(Buffer.from('PK\x03\x04 nothing'))).toBe('malformed')
    expect(await refused(zipOf({ 'content.xml': '<office/>' }))).toBe('unsupported')
    expect(await refused(zipOf({ 'xl/workbook.xml': '<workbook/>' }, { flags: 1 }))).toBe('encrypted')
    const row = Buffer.from(textRow(['x'.repeat(30_000)]))
    const large = workbookOf([{ name: 'A', rows: Buffer.alloc(4_000 * row.length, row).toString() }])
    expect(await refused(large, { ...rowsLimits, cpuSeconds: 1, wallMs: 200 })).toBe('time')
    expect(await refused(large, { ...rowsLimits, outputBytes: 100_000 })).toBe('too_large')
    const strings = Array.from({ length: 100_000 }, (_none, at) => `${at}${'y'.repeat(1_000)}`)
    const shared = workbookOf([{ name: 'A', rows: '' }], { strings })
    expect(await refused(shared, { ...rowsLimits, memoryBytes: 100 * 2 ** 20 })).toBe('memory')
  },
)

test.runIf(isLong)('rows come in order, and leaving them ends the reading', async () => {
  const many = Array.from({ length: 20_000 }, (_none, at) => textRow([`row ${at + 1} ${'x'.repeat(80)}`]))
  const book = workbookOf([{ name: 'A', rows: many.join('') }])
  const opened = await open(book)
  for await (const [number] of opened.rows) if (number === 3) break
  expect((await read(book)).rows.map(([number]) => number)).toEqual(many.map((_row, at) => at + 1))
})

const rowsIn = (xml: string, pieceChars: number) => {
  const strings = openStringTable()
  strings.add('shared')
  const rows: SheetRow[] = []
  const parser = openXml(rowEvents({ strings, styles: new Map(), epoch: 1900 }, (row) => rows.push(row)))
  for (let at = 0; at < xml.length; at += pieceChars) parser.write(xml.slice(at, at + pieceChars))
  parser.end()
  return rows
}

test('the rows do not depend on the pieces of the XML', () => {
  const xml = `<sheetData><row r="3"><c r="B3" t="s"><v>0</v></c><c t="str"><v>a &lt;b&gt; &amp;c 😀</v></c></row>
    <row r="2"><c r="ZZZ1"><v>1</v></c><c r="A"><v>0.30000000000000004</v></c></row><row r="9e9"><c/></row></sheetData>`
  const whole = rowsIn(xml, xml.length)
  expect(whole).toMatchObject([
    { number: 3, cells: ['', 'shared', 'a <b> &c 😀'], isCut: false },
    { number: 4, cells: ['0.3'], isCut: true },
    { number: 5, cells: [''], isCut: false },
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
      expect(rowsIn(xml, size)).toEqual(whole)
    }),
  )
})

test('hostile XML makes rows with rising numbers and bounded cells, or ends', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '<row r="1">',
          '<row r="-5">',
          '</row>',
          '<c r="A1" t="s">',
          '<c r="XFD1">',
          '</c>',
          '<v>',
          '</v>',
          '<is>',
          '<t>',
          '7',
          '-1',
          'x'.repeat(9_000),
          '&#0;',
          '&lol;',
          '<',
          ']]>',
          '<!--',
        ),
      ),
      (pieces) => {
        let last = 0
        for (const { number, cells } of rowsIn(pieces.join(''), 100_000)) {
          expect(number).toBeGreaterThan(last)
          last = number
          expect(cells.length).toBeLessThanOrEqual(200)
          for (const cell of cells) expect(cell.length).toBeLessThanOrEqual(32_767)
        }
      },
    ),
  ))

test.each([
  ['45000', 'date', 1900, '2023-03-15'],
  ['43538', 'date', 1904, '2023-03-15'],
  ['45000.5', 'date', 1900, '2023-03-15 12:00:00'],
  ['45000.999999', 'date', 1900, '2023-03-16'],
  ['1', 'date', 1900, '1900-01-01'],
  ['61', 'date', 1900, '1900-03-01'],
  ['0.25', 'date', 1900, '06:00:00'],
  ['-1', 'date', 1900, '-1'],
  ['1e300', 'date', 1900, '1e300'],
  ['7', 5, 1900, '00007'],
  ['123456', 5, 1900, '123456'],
  ['-7', 5, 1900, '-7'],
  ['0.1', undefined, 1900, '0.1'],
  ['1E3', undefined, 1900, '1000'],
  ['Infinity', undefined, 1900, 'Infinity'],
  ['', 'date', 1900, ''],
  ['text', 'date', 1900, 'text'],
] as const)('the number %s with the style %s from %s is shown as %s', (value, style, epoch, shown) => {
  expect(shownNumber(value, style, epoch)).toBe(shown)
})

test('escaped characters are read, and what only looks like one stays', () => {
  expect(unescaped('a_x000D__x0041_ _x00G0_ _x41_')).toBe('a\rA _x00G0_ _x41_')
})

test('a table of strings returns the added strings', () =>
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'x'.repeat(400_000)))),
      (texts) => {
        const table = openStringTable()
        for (const text of texts) table.add(text)
        expect(texts.map((_text, at) => table.at(at))).toEqual(texts)
        expect([table.at(-1), table.at(texts.length), table.at(Number.NaN)]).toEqual(['', '', ''])
      },
    ),
    { numRuns: 50 },
  ))
