import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { linesAt, pdfOf, sheetOf, slidesOf, wordOf, zipOf } from '../../testing/ai/documents.ts'
import { fillableForm, turnedPage } from '../../testing/ai/pdf-forms.ts'
import { chooseDriver, type SandboxDriver } from '../../execution/sandbox/index.ts'
import { ocrLanguages } from './ocr-programs.ts'
import { readDocument, readingLimits } from './read-document.ts'
import type { DocumentFormat, ReadingEngine, ReadPage } from './reader.ts'
import { isLong } from '../../testing/soak.ts'

const folder = await mkdtemp(join(tmpdir(), 'documents-'))
afterAll(() => rm(folder, { recursive: true }))
const driver = await chooseDriver(undefined)
let files = 0

interface ReadOptions {
  readonly engine?: ReadingEngine
  readonly from?: number
  readonly limits?: typeof readingLimits
  readonly sandboxes?: SandboxDriver
}

/** Reads a document in a sandbox: its pages, or why it is refused. */
const read = async (
  format: DocumentFormat,
  content: Buffer | string,
  { engine = 'text', from = 1, limits = readingLimits, sandboxes = driver }: ReadOptions = {},
) => {
  const path = join(folder, `file-${files++}`)
  await writeFile(path, content)
  const pages: ReadPage[] = []
  let count: number | undefined
  const end = await readDocument(
    sandboxes,
    {
      id: String(files),
      path,
      format,
      engine,
      from,
      languages: ocrLanguages() ?? 'eng',
      onPages: async (found) => void (count = found),
      onPage: async (page) => void pages.push(page),
      signal: new AbortController().signal,
    },
    limits,
  )
  return { end, count, pages, text: pages.map(({ markdown }) => markdown).join('\n---\n') }
}

describe('a PDF', () => {
  const prose = [
    'Every page has a state and a confidence,',
    'so that none of them is dropped with-',
    'out a word about it.',
  ]

  test.runIf(isLong)('is Markdown with headings, paragraphs, lists and tables, page by page', async () => {
    const rows = [
      ['Item', 'Days'],
      ['Design', '4'],
      ['Build', '12'],
    ]
    const table = rows.flatMap(([item, days], at) => [
      { x: 60, y: 500 - at * 16, text: item! },
      { x: 300, y: 500 - at * 16, text: days! },
    ])
    const first = [
      { x: 60, y: 780, text: 'Offer', size: 24 },
      ...linesAt(60, 740, prose),
      ...linesAt(60, 660, ['\x95 one', '\x95 two', '1. three']),
      ...table,
    ]
    const { pages, end, count } = await read('pdf', pdfOf([first, 'empty', 'picture']))
    expect([end, count]).toEqual([undefined, 3])
    expect(pages[0]).toMatchObject({ state: 'parsed', confidence: 1 })
    expect(pages[0]!.markdown).toBe(
      `# Offer

Every page has a state and a confidence, so that none of them is dropped without a word about it.

- one
- two
1. three

| Item | Days |
| --- | --- |
| Design | 4 |
| Build | 12 |`,
    )
    expect(pages.slice(1)).toMatchObject([
      { number: 2, state: 'empty' },
      { number: 3, state: 'needs_ocr', confidence: 0, reasons: ['scanned'] },
    ])
  })

  test.runIf(isLong)('in two columns is read column by column', async () => {
    const left = linesAt(
      60,
      700,
      Array.from({ length: 6 }, (_none, at) => `the left column has line ${at} of it`),
    )
    const right = linesAt(
      320,
      700,
      Array.from({ length: 6 }, (_none, at) => `the right column has line ${at} of it`),
    )
    const { text } = await read('pdf', pdfOf([[{ x: 60, y: 760, text: 'Title', size: 20 }, ...left, ...right]]))
    expect(text.indexOf('left column has line 5')).toBeLessThan(text.indexOf('right column has line 0'))
    expect(text.startsWith('# Title')).toBe(true)
  })

  test.runIf(isLong)('whose page is turned when it is shown is read line by line', async () => {
    const sentence = 'Every page has a state and a confidence, and none of them is dropped without a word about it. '
    const { text } = await read('pdf', turnedPage([{ text: sentence.repeat(3) }]))
    expect(text).toBe(sentence.repeat(3).trim())
  })

  test.runIf(isLong)('whose fields were filled in has their values beside their labels', async () => {
    const { text } = await read(
      'pdf',
      fillableForm('Order', [
        ['Name', 'Ada (Miss)'],
        ['Town', 'Port Ellis'],
      ]),
    )
    expect(text).toBe('# Order\n\nName  Ada (Miss)\n\nTown  Port Ellis')
  })

  test.runIf(isLong)('has cells apart that are as close as Word’s cells, and none in text', async () => {
    const rows = [
      ['Oak door, oiled', '11'],
      ['Window seat', '4'],
    ]
    const cells = rows.flatMap(([work, hours], at) => [
      { x: 60, y: 600 - at * 20, text: work! },
      { x: 146, y: 600 - at * 20, text: hours! },
    ])
    const { text } = await read('pdf', pdfOf([[...linesAt(60, 700, prose), ...cells]]))
    expect(text).toContain('| Oak door, oiled | 11 |')
    expect(text).toContain('Every page has a state and a confidence, so that')
  })

  test.runIf(isLong)('continues after the pages that were already read', async () => {
    const pages = Array.from({ length: 4 }, (_none, at) =>
      linesAt(60, 700, [`This is the text of page ${at + 1}, which is long.`]),
    )
    expect((await read('pdf', pdfOf(pages), { from: 3 })).pages.map(({ number }) => number)).toEqual([3, 4])
  })

  test.runIf(isLong)('that is broken, of another kind or too long is refused', async () => {
    const whole = pdfOf([linesAt(60, 700, ['text'])])
    expect((await read('pdf', 'MZ no PDF at all')).end).toBe('malformed')
    expect((await read('pdf', whole.subarray(0, 60))).end).toBe('malformed')
    const many = pdfOf(Array.from({ length: 30 }, () => 'empty' as const))
    expect((await read('pdf', many, { limits: { ...readingLimits, pagesMost: 29 } })).end).toBe('too_many_pages')
  })

  test.runIf(isLong)('whose pages lead in a circle ends', async () => {
    const text = pdfOf([linesAt(60, 700, ['text'])]).toString('latin1')
    const { end, pages } = await read('pdf', Buffer.from(text.replace('/Kids [4 0 R]', '/Kids [2 0 R]'), 'latin1'))
    expect(end === 'malformed' || pages.every(({ state }) => state === 'refused' || state === 'empty')).toBe(true)
  })
})

test('a page on which the time is up is refused, and so is what comes after it', async () => {
  const limits = { ...readingLimits, wallMs: 1, restartsMost: 1 }
  const { end } = await read('plain', 'text', { limits })
  expect(end).toBe('time')
})

/** Sandboxes that kill their program the first times. */
const killing = (times: number): SandboxDriver & { readonly opened: () => number } => {
  let opened = 0
  return {
    ...driver,
    opened: () => opened,
    open: async (options) => {
      const sandbox = await driver.open(options)
      opened += 1
      if (opened > times) return sandbox
      return { ...sandbox, run: (command) => sandbox.run({ ...command, argv: ['sh', '-c', 'kill -9 $$'] }) }
    },
  }
}

test('a document on which the program is killed once is read all the same, and a document that kills it twice is not', async () => {
  const once = killing(1)
  expect(await read('plain', 'text', { sandboxes: once })).toMatchObject({ end: undefined, text: 'text' })
  const twice = killing(2)
  expect((await read('plain', 'text', { sandboxes: twice })).end).toBe('malformed')
  expect([once.opened(), twice.opened()]).toEqual([2, 2])
})

test.skipIf(!isLong || ocrLanguages() === undefined)(
  'words in a picture of a page are recognized, with their confidence',
  async () => {
    const { pages } = await read(
      'pdf',
      pdfOf([linesAt(60, 700, ['The quick brown fox jumps', 'over the lazy dog.'], 20), 'picture']),
      { engine: 'ocr' },
    )
    expect(pages[0]).toMatchObject({ state: 'parsed' })
    expect(pages[0]!.markdown).toContain('quick brown fox')
    expect(pages[0]!.confidence).toBeGreaterThan(0.7)
    expect(pages[1]).toMatchObject({ state: 'empty', reasons: ['no_words'] })
  },
)

test.runIf(isLong)('a picture has no words of its own, and one of a gigapixel is refused', async () => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00806000000', 'hex')
  expect((await read('image', head)).pages).toMatchObject([{ state: 'needs_ocr', confidence: 0 }])
  if (ocrLanguages() === undefined) return
  const { end, pages } = await read('image', head, { engine: 'ocr' })
  expect(end ?? pages[0]!.state).toMatch(/too_large|refused/)
})

describe('an office file', () => {
  test.runIf(isLong)('of a word processor has headings, lists, tables, links, pictures and pages', async () => {
    const body = `
      <w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>Brief &amp; scope</w:t></w:r></w:p>
      <w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:hyperlink r:id="link"><w:r><w:t>more</w:t></w:r></w:hyperlink>
        <w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
      <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>
      <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr><w:r><w:t>two</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>B</w:t></w:r></w:p></w:tc></w:tr>
        <w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
      <w:p><w:r><w:br w:type="page"/><wp:docPr name="logo.png" descr="The logo"/></w:r></w:p>`
    const { pages } = await read('word', wordOf(body))
    expect(pages.map(({ markdown }) => markdown)).toEqual([
      `# Brief & scope

See [more](https://example.com/more)

- one
  - two

| A | B |
| --- | --- |
| 1 | 2 |`,
      '![The logo]()',
    ])
  })

  test.runIf(isLong)('of a word processor has its notes at the end of their page, and text boxes once', async () => {
    const body = `
      <w:p><w:r><w:t>The price</w:t><w:footnoteReference w:id="2"/><w:t> is fixed.</w:t></w:r></w:p>
      <w:p><mc:AlternateContent><mc:Choice><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Choice>
        <mc:Fallback><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:p>
      <w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:r><w:t>Next page</w:t></w:r></w:p>`
    const note = `<w:footnote w:id="0" w:type="separator"><w:p><w:r><w:t>-</w:t></w:r></w:p></w:footnote>
      <w:footnote w:id="2"><w:p><w:r><w:t>Until the end of May.</w:t></w:r></w:p></w:footnote>`
    const { pages } = await read('word', wordOf(body, { 'word/footnotes.xml': `<w:footnotes>${note}</w:footnotes>` }))
    expect(pages.map(({ markdown }) => markdown)).toEqual([
      'The price[^2] is fixed.\n\nIn a box\n\n[^2]: Until the end of May.',
      'Next page',
    ])
  })

  test.runIf(isLong)('of a spreadsheet is a table for each sheet, with dates as dates', async () => {
    const rows = `<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Due</t></is></c></row>
      <row><c r="A2" t="s"><v>1</v></c><c r="B2"><v>4200.5</v></c><c r="C2" s="1"><v>45000</v></c></row>`
    expect((await read('sheet', sheetOf(rows))).text).toBe(
      `# Costs

| Item |  | Due |
| --- | --- | --- |
| Design \\| build | 4200.5 | 2023-03-15 |`,
    )
  })

  test.runIf(isLong)('of a presentation is a page for each slide, and a missing slide is no silence', async () => {
    const shapes = `<p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>Plan</a:t></a:r></a:p></p:sp>
      <p:sp><a:p><a:pPr lvl="0"/><a:r><a:t>first</a:t></a:r></a:p></p:sp>
      <p:pic><p:cNvPr name="x.png" descr="A chart"/></p:pic>`
    const { pages } = await read('slides', slidesOf(shapes))
    expect(pages).toMatchObject([
      { state: 'parsed', markdown: '# Plan\n\n- first\n\n![A chart]()' },
      { number: 2, state: 'refused', reasons: ['missing'] },
    ])
  })

  test('that unpacks to more than is read, is encrypted or no zip is refused', async () => {
    const bomb = zipOf({ 'word/document.xml': Buffer.alloc(80 * 2 ** 20, 0x20) })
    expect(bomb.length).toBeLessThan(200_000)
    expect((await read('word', bomb)).end).toBe('too_large')
    expect((await read('word', zipOf({ 'word/document.xml': '<a/>' }, { flags: 1 }))).end).toBe('encrypted')
    expect((await read('sheet', Buffer.from('PK\x03\x04 nothing'))).end).toBe('malformed')
    expect((await read('slides', zipOf({ 'other.xml': '<a/>' }))).end).toBe('malformed')
  })

  test.runIf(isLong)('with entities of a document type expands none of them, and deep nesting is refused', async () => {
    const entities = `<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
    const { text } = await read('word', wordOf(`${entities}<w:p><w:r><w:t>&y;&f; end</w:t></w:r></w:p>`))
    expect(text).toContain('end')
    expect(text).not.toMatch(/haha|root:/)
    expect((await read('word', wordOf('<w:p>'.repeat(5_000)))).end).toBe('malformed')
  })
})

test.runIf(isLong)('a web page has no scripts, and only web links', async () => {
  const html = `<title>x</title><script>alert(1)</script><h2>Terms</h2>
    <p>Read <a href="https://example.com/t">the terms</a> or <a href="javascript:alert(1)">not</a>.
    <pre>a  b</pre><table><tr><th>A<th>B<tr><td>1<td>2</table><img src="/a/shot.png">`
  const { text } = await read('html', html)
  expect(text).toContain('## Terms')
  expect(text).toContain('Read [the terms](https://example.com/t) or not.')
  expect(text).toContain('```\na  b\n```')
  expect(text).toContain('| A | B |\n| --- | --- |\n| 1 | 2 |')
  expect(text).toContain('![shot.png]()')
  expect(text).not.toMatch(/alert|javascript/)
})

test.runIf(isLong)('a message has its people, its text and the names of attachments', async () => {
  const mail = [
    'From: Ada <ada@example.com>',
    'To: grace@example.com',
    'Subject: The brief',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Please <b>read</b> it.</p>',
    '--b',
    'Content-Type: application/pdf; name="brief.pdf"',
    'Content-Disposition: attachment; filename="brief.pdf"',
    '',
    'x',
    '--b--',
  ].join('\r\n')
  const { text } = await read('mail', mail)
  expect(text).toContain('# The brief')
  expect(text).toContain('From: Ada <ada@example.com>')
  expect(text).toContain('Please read it.')
  expect(text).toContain('- brief.pdf (application/pdf)')
})

test.runIf(isLong)('plain text is read in its encoding, and a form feed begins a page', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße\fזה', 'utf16le')])
  expect((await read('plain', utf16)).pages.map(({ markdown }) => markdown)).toEqual(['Grüße', 'זה'])
  expect((await read('plain', Buffer.from('Gr\xfc\xdfe', 'latin1'))).text).toBe('Grüße')
  expect((await read('plain', 'x'.repeat(500_000))).pages).toMatchObject([{ state: 'refused', reasons: ['too_long'] }])
})
