import { crc32, deflateRawSync } from 'node:zlib'

/** Text at a place of a page of 595 × 842 points, from its lower left corner. */
export interface PlacedText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
}
type PdfPage = readonly PlacedText[] | 'picture' | 'empty'

const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`)
const contentOf = (page: PdfPage): string => {
  if (page === 'empty') return ''
  if (page === 'picture') return 'q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q'
  return page.map(({ x, y, text, size = 11 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`).join('\n')
}

/** A PDF with these pages, in Helvetica. */
export const pdfOf = (pages: readonly PdfPage[]): Buffer => {
  const kids = pages.map((_page, at) => `${4 + 2 * at} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, at) => {
      const content = contentOf(page)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return pdfFileOf(objects.map((object) => Buffer.from(object, 'latin1')))
}

/** A PDF of these objects, whose numbers begin with 1. The first one is its catalog. */
export const pdfFileOf = (objects: readonly Buffer[]): Buffer => {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]!.length
  const offsets = objects.map((object, at) => {
    const offset = length
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** Lines of text below each other. */
export const linesAt = (x: number, top: number, lines: readonly string[], size = 11): PlacedText[] =>
  lines.map((text, at) => ({ x, y: top - at * size * 1.3, text, size }))

/** A zip file with these parts. `flags` 1 marks them as encrypted. */
export const zipOf = (parts: Readonly<Record<string, string | Buffer>>, { flags = 0 } = {}): Buffer => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, part] of Object.entries(parts)) {
    const content = Buffer.from(part)
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}

const relations = (targets: Readonly<Record<string, string>>, mode = '') =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}" ${mode}/>`)
    .join('')}</Relationships>`

/** A word processor's document with this body; its style `H1` is a heading, and `link` leads to example.com. */
export const wordOf = (body: string, parts: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf({
    ...parts,
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': '<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'word/_rels/document.xml.rels': relations({ link: 'https://example.com/more' }, 'TargetMode="External"'),
    'word/vbaProject.bin': 'Sub AutoOpen()',
  })

/** A workbook with one sheet of these rows; style 1 is a date. */
export const sheetOf = (rows: string): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Costs" r:id="s1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations({ s1: 'worksheets/sheet1.xml' }),
    'xl/sharedStrings.xml': '<sst><si><t>Item</t></si><si><t>Design | build</t></si></sst>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })

/** A presentation of two slides; the second one is missing. */
export const slidesOf = (shapes: string): Buffer =>
  zipOf({
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="b"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations({ a: 'slides/slide1.xml', b: 'slides/slide2.xml' }),
    'ppt/slides/slide1.xml': `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
  })

interface WorkbookSheetText {
  readonly name: string
  /** `hidden` or `veryHidden`. */
  readonly state?: string
  /** XML of its rows. */
  readonly rows: string
}

/** A workbook with these sheets; style 1 is a date, style 2 a number of five digits. */
export const workbookOf = (
  sheets: readonly WorkbookSheetText[],
  { strings = [], date1904 = false }: { readonly strings?: readonly string[]; readonly date1904?: boolean } = {},
): Buffer => {
  const parts = sheets.map(({ rows }, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  ])
  const names = sheets.map(
    ({ name, state }, at) => `<sheet name="${name}" ${state ? `state="${state}"` : ''} r:id="s${at + 1}"/>`,
  )
  const targets = sheets.map((_sheet, at) => [`s${at + 1}`, `worksheets/sheet${at + 1}.xml`])
  return zipOf({
    'xl/workbook.xml': `<workbook><workbookPr date1904="${date1904}"/><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(Object.fromEntries(targets) as Record<string, string>),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
  })
}

/** XML of a row with texts in its cells. */
export const textRow = (cells: readonly string[], number?: number): string =>
  `<row${number === undefined ? '' : ` r="${number}"`}>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
