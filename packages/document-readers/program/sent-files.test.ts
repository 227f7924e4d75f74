import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pdfFileOf, wordOf, zipOf } from '../../../testing/ai/documents.ts'
import type { ReadPage } from '../reader.ts'
import { readHtml } from './html.ts'
import { readMail } from './mail.ts'
import { readPdf } from './pdf.ts'
import { readPlain } from './plain.ts'
import { readSheets } from './sheet.ts'
import { readWord } from './word.ts'

const folder = await mkdtemp(join(tmpdir(), 'sent-files-'))
afterAll(() => rm(folder, { recursive: true }))
const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name)
const cmaps = join(import.meta.dirname, '../cmaps')
let files = 0

const written = async (content: Buffer | string) => {
  const path = join(folder, `file-${files++}`)
  await writeFile(path, content)
  return path
}

const pdfPages = async (path: string) => {
  const pages: ReadPage[] = []
  for await (const record of readPdf(path, { from: 1, pagesMost: 100, cmaps }))
    if (record.type === 'page') pages.push(record)
  return pages
}

const table = (head: string, ...rows: readonly string[]) =>
  [head, head.replaceAll(/[^|]+/g, ' --- '), ...rows].join('\n')

test.each([
  ['d-gridspan.docx', table('| Item | Hours | Price |', '| Design and build |  | 9000 |', '|  | 12 | 1200 |')],
  ['d-nobreakhyphen.docx', 'Pay 10‑20 days, sub‑contract EN‑16931'],
  ['d-document2.docx', 'Alpha begins here'],
  ['d-altchunk.docx', 'Charlie begins here and the budget is 8000 euros'],
  ['d-moved.docx', 'First\n\nSecond\n\nMovable sentence.'],
  ['d-hidden.docx', 'Visible brief.'],
  ['d-math.docx', 'Fee = hours*95'],
])('%s is read as Word shows it', async (name, markdown) => {
  const [page] = await readWord(fixture(name))
  expect(page).toMatchObject({ state: 'parsed', markdown })
  expect(page!.reasons).toEqual(name === 'd-hidden.docx' ? ['hidden_text'] : [])
})

test('numbered clauses keep their numbers', async () => {
  const [page] = await readWord(fixture('d-numbering.docx'))
  expect(page!.markdown).toContain('2.1 Fees are due in 14 days')
})

test.each([
  ['p-japanese-sjis.pdf', '予算は九千ユーロです。納期は三月末までにお願'],
  ['p-chinese-ucs2.pdf', '项目预算为九千欧元，请在三月底之前交付，详细'],
])('%s is read by the character map that it names', async (name, markdown) => {
  expect(await pdfPages(fixture(name))).toMatchObject([{ state: 'parsed', markdown }])
})

test.each([['x-duration.xlsx', '| ada@x-date.example | 36:00 |']])('%s is read', async (name, line) => {
  const [page] = await readSheets(fixture(name))
  expect(page!.markdown).toContain(line)
})

const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const p = (runs: string) => `<w:p>${runs}</w:p>`
const r = (inside: string) => `<w:r>${inside}</w:r>`
const t = (text: string) => r(`<w:t>${text}</w:t>`)
const row = (properties: string, ...cells: readonly string[]) =>
  `<w:tr>${properties}${cells.map((cell) => `<w:tc>${p(t(cell))}</w:tc>`).join('')}</w:tr>`
const checkBox = (state: string) => r(`<w:fldChar><w:ffData><w:checkBox>${state}</w:checkBox></w:ffData></w:fldChar>`)

// Each lost or doubled text in another reader; the address is where that was reported.
const bodies: readonly (readonly [string, string, string])[] = [
  ['yfedoseev/office_oxide#152', p(t('ONE') + r('<w:cr/>') + t('TWO')), 'ONE\nTWO'],
  ['a tab to a margin', p(t('a') + r('<w:ptab/>') + t('b')), 'a\tb'],
  ['python-openxml/python-docx#948', p(t('x ') + r('<w:sym w:font="Symbol" w:char="F0B3"/>') + t(' 5')), 'x ≥ 5'],
  ['PHPOffice/PHPWord#2162', p(t('2') + r('<w:noBreakHyphen/>') + t('6')), '2‑6'],
  ['jgm/pandoc#2415', p(t('Konfi') + r('<w:softHyphen/>') + t('guration')), 'Konfiguration'],
  ['docling-project/docling#858', p(`<w:moveFrom>${t('old')}</w:moveFrom><w:moveTo>${t('new')}</w:moveTo>`), 'new'],
  ['a deleted tab and note', p(`${t('a')}<w:del>${r('<w:tab/><w:delText>b</w:delText>')}</w:del>${t('c')}`), 'ac'],
  [
    'words above a word',
    p(r(`<w:ruby><w:rt>${t('kana')}</w:rt><w:rubyBase>${t('漢字')}</w:rubyBase></w:ruby>`)),
    '漢字',
  ],
  ['a form with boxes', p(checkBox('<w:checked/>') + t(' yes ') + checkBox('<w:default w:val="0"/>')), '☒ yes ☐'],
  [
    'an older text box alone',
    p(`<mc:AlternateContent><mc:Fallback>${p(t('box'))}</mc:Fallback></mc:AlternateContent>`),
    'box',
  ],
  [
    'hidden by its paragraph style',
    p('<w:pPr><w:pStyle w:val="Secret"/></w:pPr>' + t('no')) +
      p(t('yes') + r('<w:rPr><w:vanish/></w:rPr><w:t>no</w:t>')),
    'yes',
  ],
  ['a fraction', p(`<m:oMath><m:f><m:num><m:t>a</m:t></m:num><m:den><m:t>b</m:t></m:den></m:f></m:oMath>`), '(a)/(b)'],
  [
    'a deleted row',
    `<w:tbl>${row('', 'a', 'b')}${row('<w:trPr><w:del w:id="1"/></w:trPr>', 'c', 'd')}${row('<w:trPr><w:ins w:id="2"/></w:trPr>', 'e', 'f')}</w:tbl>`,
    '| a | b |\n| --- | --- |\n| e | f |',
  ],
  [
    'yukiyokotani/office-open-xml-viewer#720',
    `<x:p xmlns:x="${words.replace('schemas.openxmlformats.org/wordprocessingml/2006', 'purl.oclc.org/ooxml/wordprocessingml')}"><x:r><x:t>strict</x:t></x:r></x:p>`,
    'strict',
  ],
]
test.each(bodies)('a document with %s has its text once', async (_what, body, markdown) => {
  const styles = `<w:styles><w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`
  const parts = { 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`, 'word/styles.xml': styles }
  const [page] = await readWord(await written(zipOf(parts)))
  expect(page!.markdown).toBe(markdown)
})

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

test('shown content that is not read is named, and a page with nothing else is not empty', async () => {
  const chunk = (body: string) =>
    zipOf({
      'word/document.xml': `<w:document><w:body>${body}<w:altChunk r:id="c"/></w:body></w:document>`,
      'word/_rels/document.xml.rels': `<Relationships>${relation('c', 'aFChunk', 'a.rtf')}${relation('h', 'header', 'header1.xml')}</Relationships>`,
      'word/a.rtf': String.raw`{\rtf1 text}`,
    })
  expect(await readWord(await written(chunk(p(t('text')))))).toMatchObject([
    { state: 'parsed', reasons: ['part_not_read', 'headers_not_read'] },
  ])
  expect(await readWord(await written(chunk('')))).toMatchObject([{ state: 'refused', confidence: 0 }])
})

test('lists count by their levels, in letters and from their own start, and marks stay marks', async () => {
  const level = (at: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, 'upperRoman', '§ %1', 3)}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '•')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`
  const item = (list: number, at: number, text: string) =>
    p(`<w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${t(text)}`)
  const body = item(1, 0, 'a') + item(1, 1, 'b') + item(1, 1, 'c') + item(1, 0, 'd') + item(2, 0, 'e') + item(0, 0, 'f')
  const [page] = await readWord(await written(wordOf(body, { 'word/numbering.xml': numbering })))
  expect(page!.markdown).toBe('- § III a\n  - III.a) b\n  - III.b) c\n- § IV d\n- e\n\nf')
})

test('parts whose names differ by case, and in UTF-16, are read', async () => {
  const utf16 = (xml: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
  const book = zipOf({
    'XL/Workbook.xml': utf16('<workbook><sheets><sheet name="A" r:id="s"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'worksheet', 'Worksheets/Sheet1.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': utf16(
      '<worksheet><sheetData><row><c t="str"><v>ü</v></c></row></sheetData></worksheet>',
    ),
  })
  expect((await readSheets(await written(book)))[0]!.markdown).toContain('| ü |')
})

test('typed notes are read, and text without a known character is not empty', async () => {
  const page = (more: string, content: string) => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /No-Such-Map-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo << /Registry (Odd) /Ordering (Odd) /Supplement 0 >> >>] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R ${more} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]
    return written(pdfFileOf(objects.map((object) => Buffer.from(object, 'latin1'))))
  }
  const note =
    '/Annots [<< /Type /Annot /Subtype /FreeText /Rect [60 600 300 640] /Contents (Pay by Friday) /DA (/Helv 11 Tf) >>]'
  expect(await pdfPages(await page(note, ''))).toMatchObject([{ state: 'parsed', markdown: 'Pay by Friday' }])
  const undecoded = await pdfPages(await page('', 'BT /F1 12 Tf 60 700 Td <8a8b8c8d> Tj ET'))
  expect(undecoded).toMatchObject([{ state: 'needs_ocr', confidence: 0, reasons: ['undecoded'] }])
})

// https://github.com/dotnet/corefx/pull/41007
test.each([
  ['a line end', Buffer.from('\r\n')],
  ['zeros', Buffer.alloc(300_000)],
  ['the head of another record', Buffer.from('PK\u0005\u0006')],
])('an office file with %s behind its end is read', async (_what, more) => {
  const [page] = await readWord(await written(Buffer.concat([wordOf(p(t('text'))), more])))
  expect(page!.markdown).toBe('text')
})

test('text of UTF-16 without a mark is read, in mails as well', async () => {
  const wide = (text: string) => written(Buffer.from(text, 'utf16le'))
  expect((await readPlain(await wide('Grüße aus Köln')))[0]!.markdown).toBe('Grüße aus Köln')
  const [page] = await readMail(await wide('Subject: Größe\r\n\r\nGrüße aus Köln\r\n'))
  expect(page).toMatchObject({ markdown: '# Größe\n\n\n\nGrüße aus Köln', reasons: [] })
})

const latin = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1')
const mails: readonly (readonly [string, Buffer, string, readonly string[]])[] = [
  [
    'without a set (zammad/zammad#6144)',
    readFileSync(fixture('m-latin1-undeclared.eml')),
    'Grüße aus Köln',
    ['charset_guessed'],
  ],
  ['with a subject in another set', latin('Subject: Gr\xfc\xdfe\n\nText'), '# Grüße', ['charset_guessed']],
  [
    'whose HTML names its set (nodemailer/mailparser#370)',
    latin(
      'Subject: a\nContent-Type: text/html\n\n<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"><p>\xb1\xe6</p>',
    ),
    'ąć',
    [],
  ],
  [
    'that says ASCII and is UTF-8 (jstedfast/MimeKit#870)',
    Buffer.from('Subject: a\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\nDet här är'),
    'Det här är',
    [],
  ],
  [
    'with a blank text part (docling-project/docling#4295)',
    latin(
      'Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: text/html\n\n<p>Words</p>\n--b--',
    ),
    'Words',
    [],
  ],
  [
    'with a blank HTML part',
    latin(
      'Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nWords\n--b\nContent-Type: text/html\n\n<div> </div>\n--b--',
    ),
    'Words',
    [],
  ],
]
test.each(mails)('a message %s is read', async (_what, mail, text, reasons) => {
  const [page] = await readMail(await written(mail))
  expect(page!.markdown).toContain(text)
  expect(page!.markdown).not.toContain('\uFFFD')
  expect(page!.reasons).toEqual(reasons)
})

test('a web page is read in the set that it names', async () => {
  const [page] = await readHtml(await written(latin('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>')))
  expect(page!.markdown).toBe('Привет')
})
