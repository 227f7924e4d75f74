import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pdfFileOf, wordOf, zipOf } from '../../testing/ai/documents.ts'
import { readHtml } from './program/html.ts'
import { readMail } from './program/mail.ts'
import { readPdf } from './program/pdf.ts'
import { readPlain } from './program/plain.ts'
import { readSheets } from './program/sheet.ts'
import { readSlides } from './program/slides.ts'
import { readWord } from './program/word.ts'
import type { ReadPage } from './reader.ts'

const folder = await mkdtemp(join(tmpdir(), 'features-'))
afterAll(() => rm(folder, { recursive: true }))

const pdfPages = async (path: string) => {
  const records = await Array.fromAsync(readPdf(path, { from: 1, pagesMost: 9, cmaps: '' }))
  return records.filter((record) => record.type === 'page')
}

const readers: Readonly<Record<string, (path: string) => Promise<readonly ReadPage[]>>> = {
  Word: readWord,
  Excel: readSheets,
  PowerPoint: readSlides,
  HTML: readHtml,
  mail: readMail,
  PDF: pdfPages,
  text: readPlain,
}

/** The table of the page: what becomes of each feature of each format. */
const page = readFileSync(join(import.meta.dirname, '../../docs/documents.md'), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const lines = page.split('\n')
const head = lines.findIndex((line) => line.startsWith('| what a file has |'))
const [, ...formats] = cellsOf(lines[head] ?? '')
const end = lines.indexOf('', head)
const features = lines.slice(head + 2, end).map(cellsOf)
const rows = features.flatMap(([feature = '', ...cells]) =>
  cells.map((outcome, at) => [feature, formats[at] ?? '', outcome] as const),
)

const relation = (type: string, target: string) =>
  `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (...all: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${all.map(([type, target]) => relation(type, target)).join('')}</Relationships>`

const p = (inside: string) => `<w:p>${inside}</w:p>`
const r = (text: string, style = '') => `<w:r><w:rPr>${style}</w:rPr><w:t>${text}</w:t></w:r>`
const cell = (text: string, style = '') => `<w:tc><w:tcPr>${style}</w:tcPr>${p(r(text))}</w:tc>`
const row = (cells: string, style = '') => `<w:tr><w:trPr>${style}</w:trPr>${cells}</w:tr>`
const table = (...all: readonly string[]) => `<w:tbl>${all.join('')}</w:tbl>`
const word = (body: string, parts: Readonly<Record<string, string>> = {}) =>
  zipOf({
    'word/document.xml': `<w:document><w:body>${p(r('shown'))}${body}</w:body></w:document>`,
    ...parts,
  })
const wordWith = (type: string) =>
  word('', { 'word/_rels/document.xml.rels': relations([type, 'part.xml']), 'word/part.xml': '<a>feature</a>' })
const textBox = `<w:txbxContent>${p(r('feature'))}</w:txbxContent>`

const c = (text: string, style = '0') => `<c s="${style}" t="str"><v>${text}</v></c>`
const cells = (...texts: readonly string[]) => `<row>${texts.map((text) => c(text)).join('')}</row>`
interface Sheet {
  readonly before?: string
  readonly after?: string
  readonly rels?: string
  readonly hidden?: string
}
const book = (sheetRows: string, { before = '', after = '', rels = '', hidden = '' }: Sheet = {}, parts = {}) =>
  zipOf({
    'xl/workbook.xml': `<workbook><sheets><sheet name="A" r:id="a"/>${hidden && '<sheet name="B" state="hidden" r:id="b"/>'}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/><Relationship Id="b" Target="worksheets/b.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/worksheets/a.xml': `<worksheet>${before}<sheetData>${cells('shown')}${sheetRows}</sheetData>${after}</worksheet>`,
    'xl/worksheets/b.xml': `<worksheet><sheetData>${hidden}</sheetData></worksheet>`,
    ...(rels && { 'xl/worksheets/_rels/a.xml.rels': rels }),
    ...parts,
  })
const drawing = relations(['drawing', '../drawings/d.xml'])

const line = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (text: string, { place = '', attributes = '' } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n" ${attributes}/><p:nvPr>${place && `<p:ph type="${place}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${line(text)}</p:txBody></p:sp>`
const slides = (shapes: string, rels = '', parts = {}) =>
  zipOf({
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="b"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="a" Target="slides/a.xml"/><Relationship Id="b" Target="slides/b.xml"/></Relationships>',
    'ppt/slides/a.xml': `<p:sld>${shape('shown', { place: 'title' })}${shapes}</p:sld>`,
    'ppt/slides/b.xml': `<p:sld>${shape('second')}</p:sld>`,
    ...(rels && { 'ppt/slides/_rels/a.xml.rels': rels }),
    ...parts,
  })
const newerAndOlder = (inside: string) =>
  `<mc:AlternateContent><mc:Choice Requires="x">${inside}</mc:Choice><mc:Fallback>${inside}</mc:Fallback></mc:AlternateContent>`

const html = (body: string) => `<meta charset="utf-8"><p>shown</p>${body}`
const mail = (body: string) => `Subject: shown\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`
const pdf = (content: string, annotation = '', catalog = '') => {
  const text = `BT /F1 11 Tf 60 700 Td (shown) Tj ET ${content}`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [6 0 R] >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    `<< /Type /Annot /Rect [60 500 300 540] ${annotation || '/Subtype /Link'} >>`,
    '<< /Length 7 >>\nstream\nfeature\nendstream',
  ]
  return pdfFileOf(objects.map((object) => Buffer.from(object, 'latin1')))
}
const pdfLine = (text: string, y: number) => `BT /F1 11 Tf 60 ${y} Td (${text}) Tj ET`
const both = (body: string) => ({ HTML: html(body), mail: mail(body) })

const strike = '<a:p><a:r><a:rPr strike="sngStrike"/><a:t>feature</a:t></a:r></a:p>'
const merged = '<tr><td>Item<td>Hours<td>Price<tr><td colspan=2>feature<td>9000'
const mergedSlide = ['<a:tc>', '<a:tc gridSpan="2">', '<a:tc hMerge="1">']
const slideTable = `<a:tbl><a:tr>${['Item', 'Hours', 'Price'].map((text) => `${mergedSlide[0]}${line(text)}</a:tc>`).join('')}</a:tr><a:tr>${mergedSlide[1]}${line('feature')}</a:tc>${mergedSlide[2]}${line('')}</a:tc>${mergedSlide[0]}${line('9000')}</a:tc></a:tr></a:tbl>`
const svg = '<svg><title>name</title><text>feature</text></svg>'

/** For each cell that says more than a dash, a file with `shown` as text and `feature` in the feature. */
const inputs: Readonly<Record<string, Readonly<Record<string, Buffer | string>>>> = {
  'hidden text': {
    Word: word(p(r('feature', '<w:vanish/>'))),
    Excel: book(`<row>${c('feature', '1')}</row>`),
    PowerPoint: slides(shape('feature', { attributes: 'hidden="1"' })),
    ...both('<p style="display:none">feature</p>'),
    PDF: pdf(`3 Tr ${pdfLine('feature', 600)}`),
  },
  'deleted text': {
    Word: word(p(`<w:del><w:r><w:delText>feature</w:delText></w:r></w:del>`)),
    ...both('<p>a <del>feature</del></p>'),
  },
  'text that is struck through': {
    Word: word(p(r('feature', '<w:strike/>'))),
    Excel: book('<row><c t="inlineStr"><is><r><rPr><strike/></rPr><t>feature</t></r></is></c></row>'),
    PowerPoint: slides(`<p:sp><p:txBody>${strike}</p:txBody></p:sp>`),
    ...both('<s>feature</s>'),
    PDF: pdf(pdfLine('feature', 510), '/Subtype /StrikeOut /QuadPoints [60 520 300 520 60 505 300 505]'),
  },
  'footnotes, notes of a slide': {
    Word: word(p('<w:r><w:footnoteReference w:id="2"/></w:r>'), {
      'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${p(r('feature'))}</w:footnote></w:footnotes>`,
    }),
    PowerPoint: slides('', relations(['notesSlide', '../notes/a.xml']), {
      'ppt/notes/a.xml': `<p:notes>${shape('9', { place: 'sldNum' })}${shape('feature', { place: 'body' })}</p:notes>`,
    }),
  },
  comments: {
    Word: wordWith('comments'),
    Excel: book('', { rels: relations(['comments', '../comments1.xml']) }, { 'xl/comments1.xml': '<t>feature</t>' }),
    PowerPoint: slides('', relations(['comments', '../c.xml']), { 'ppt/c.xml': '<p:text>feature</p:text>' }),
    PDF: pdf('', '/Subtype /Text /Contents (feature)'),
  },
  'deleted rows': {
    Word: word(table(row(cell('a')), row(cell('feature'), '<w:del/>'))),
    ...both('<table><tr><td>a<tr><td><del>feature</del></table>'),
  },
  'hidden rows and columns': {
    Word: word(table(row(cell('a')), row(cell('feature'), '<w:hidden/>'))),
    Excel: book(`<row hidden="1">${c('feature')}</row>${cells('', 'feature')}`, {
      before: '<cols><col min="2" max="16384" hidden="1"/></cols>',
    }),
    ...both('<table><tr><td>a<tr hidden><td>feature</table>'),
  },
  'hidden sheets and slides': {
    Excel: book('', { hidden: cells('feature') }),
    PowerPoint: slides('', '', { 'ppt/slides/b.xml': `<p:sld show="0">${shape('feature')}</p:sld>` }),
  },
  'merged cells': {
    Word: word(
      table(
        row(['Item', 'Hours', 'Price'].map((text) => cell(text)).join('')),
        row(cell('feature', '<w:gridSpan w:val="2"/>') + cell('9000')),
      ),
    ),
    Excel: book(cells('Item', 'Hours', 'Price') + cells('feature', '', '9000'), {
      after: '<mergeCells><mergeCell ref="A3:B3"/></mergeCells>',
    }),
    PowerPoint: slides(`<p:graphicFrame>${slideTable}</p:graphicFrame>`),
    ...both(`<table>${merged}</table>`),
  },
  'text boxes': {
    Word: word(p(`<w:r>${newerAndOlder(textBox)}</w:r>`)),
    Excel: book(
      '',
      { rels: drawing },
      {
        'xl/drawings/d.xml': `<xdr:wsDr>${newerAndOlder(`<xdr:sp><xdr:txBody>${line('feature')}</xdr:txBody></xdr:sp>`)}</xdr:wsDr>`,
      },
    ),
    PowerPoint: slides(newerAndOlder(shape('feature'))),
    PDF: pdf('', '/Subtype /FreeText /DA (/F1 11 Tf) /Contents (feature)'),
  },
  'headers and footers': {
    Word: wordWith('header'),
    Excel: book('', { after: '<headerFooter><oddFooter>&amp;Lfeature &amp;P</oddFooter></headerFooter>' }),
    PowerPoint: slides(shape('feature', { place: 'ftr' })),
    ...both('<footer>feature</footer>'),
    PDF: pdf(pdfLine('feature', 20)),
  },
  charts: {
    Word: wordWith('chart'),
    Excel: book(
      '',
      { rels: drawing },
      { 'xl/drawings/d.xml': '<xdr:wsDr/>', 'xl/drawings/_rels/d.xml.rels': relations(['chart', '../charts/c.xml']) },
    ),
    PowerPoint: slides('', relations(['chart', '../charts/c.xml'])),
    ...both(svg),
    PDF: pdf(`60 300 40 200 re f ${pdfLine('feature', 290)}`),
  },
  'embedded files and pages': {
    Word: wordWith('package'),
    Excel: book('', { rels: relations(['oleObject', '../embeddings/o.bin']) }),
    PowerPoint: slides('', relations(['oleObject', '../embeddings/o.bin'])),
    ...both('<iframe src="https://example.com/feature"></iframe>'),
    PDF: pdf('', '', '/Names << /EmbeddedFiles << /Names [(f) << /Type /Filespec /F (f) /EF << /F 7 0 R >> >>] >> >>'),
  },
}

test('the page has a row for each feature that is tried, and a column for each format', () => {
  expect(formats).toEqual(Object.keys(readers))
  expect(features.map(([feature]) => feature)).toEqual(Object.keys(inputs))
})

test.each(rows)('%s of %s: %s, as on the page', async (feature, format, outcome) => {
  const input = inputs[feature]?.[format]
  if (outcome === '–') {
    expect(input).toBeUndefined()
    return
  }
  const path = join(folder, `${rows.findIndex((one) => one[0] === feature && one[1] === format)}`)
  await writeFile(path, input!)
  const pages = await readers[format]!(path)
  const text = pages.map(({ markdown }) => markdown).join('\n')
  expect(text).toContain('shown')
  expect(text.split('feature')).toHaveLength(outcome === 'kept' ? 2 : 1)
  expect(pages.flatMap(({ reasons }) => reasons)).toEqual(outcome === 'kept' ? [] : [outcome.replaceAll('`', '')])
  if (feature === 'merged cells') expect(text).toContain('| feature |  | 9000 |')
})

test('page numbers, table lines and drawing names are no doubt on their own', async () => {
  const path = join(folder, 'alone')
  await writeFile(
    path,
    book('', {
      after:
        '<headerFooter><oddHeader>&amp;C&amp;"Times New Roman,Regular"&amp;12&amp;A &amp;P/&amp;N</oddHeader></headerFooter>',
    }),
  )
  expect((await readSheets(path))[0]!.reasons).toEqual([])
  await writeFile(path, html('<svg><title>Menu</title><style>a{}</style><path/></svg><del> </del><p hidden></p>'))
  expect((await readHtml(path))[0]!.reasons).toEqual([])
})

test('a hidden field of a form is named, and its text is left out', async () => {
  const path = join(folder, 'field')
  await writeFile(path, pdf('', '/Subtype /Widget /FT /Tx /T (a) /V (feature) /F 2'))
  expect(await pdfPages(path)).toMatchObject([{ markdown: 'shown', reasons: ['hidden_text'] }])
})

test('notes of a Word document lose hidden and deleted text as its own text does', async () => {
  const path = join(folder, 'notes')
  const note = `<w:footnote w:id="2">${p(r('kept') + r('hidden', '<w:vanish/>') + '<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>')}</w:footnote>`
  await writeFile(
    path,
    wordOf(p(`${r('shown')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
      'word/footnotes.xml': `<w:footnotes>${note}</w:footnotes>`,
    }),
  )
  const [read] = await readWord(path)
  expect(read).toMatchObject({ markdown: 'shown[^2]\n\n[^2]: kept', reasons: ['hidden_text', 'deleted_text'] })
})
