import { zipOf } from '../../testing/ai/documents.ts'
import type { Block } from './score.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const relations = (targets: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** A word processor's document with these blocks, and with footnotes to its last text. */
export const wordFile = (blocks: readonly Block[], { footnotes = [] as readonly string[] } = {}): Buffer => {
  const last = blocks.findLastIndex(({ kind }) => kind === 'text')
  const references = footnotes.map((_note, at) => `<w:r><w:footnoteReference w:id="${at + 1}"/></w:r>`).join('')
  const body = blocks.map((block, at) => wordBlock(block, at === last ? references : '')).join('')
  const notes = footnotes.map((note, at) => `<w:footnote w:id="${at + 1}">${paragraph(note)}</w:footnote>`).join('')
  return zipOf({
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': '<w:styles><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'word/_rels/document.xml.rels': relations(footnotes.length > 0 ? { notes: 'footnotes.xml' } : {}),
    ...(footnotes.length > 0 && { 'word/footnotes.xml': `<w:footnotes>${notes}</w:footnotes>` }),
  })
}

// Programs part the words of a paragraph into runs wherever a person edited or corrected them.
const paragraph = (text: string, { properties = '', end = '' } = {}) => {
  const runs = text.match(/.{1,23}/gsu) ?? []
  const inner = runs.map((run) => `<w:r><w:t xml:space="preserve">${escaped(run)}</w:t></w:r>`).join('')
  return `<w:p><w:pPr>${properties}</w:pPr>${inner}${end}</w:p>`
}

const wordBlock = (block: Block, end: string): string => {
  if (block.kind === 'heading') return paragraph(block.text, { properties: '<w:pStyle w:val="Heading1"/>', end })
  if (block.kind === 'item') return paragraph(block.text, { properties: '<w:numPr><w:ilvl w:val="0"/></w:numPr>', end })
  if (block.kind === 'text') return paragraph(block.text, { end })
  const rows = block.kind === 'table' ? block.rows : block.fields
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
}

/** A cell with its stored value and the format that it is shown in. */
export type Cell = string | { readonly value: number; readonly format?: 'date' | 'percent' | 'money' }

const formats = { date: 14, percent: 9, money: 4 }
const styles = Object.keys(formats)

/** A workbook with these sheets. */
export const workbook = (sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer => {
  const names = Object.keys(sheets)
  const strings = [
    ...new Set(
      Object.values(sheets)
        .flat(2)
        .filter((cell) => typeof cell === 'string'),
    ),
  ]
  const cellXml = (cell: Cell, reference: string) => {
    if (cell === '') return ''
    if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${strings.indexOf(cell)}</v></c>`
    const style = cell.format === undefined ? 0 : styles.indexOf(cell.format) + 1
    return `<c r="${reference}" s="${style}"><v>${cell.value}</v></c>`
  }
  const rowXml = (row: readonly Cell[], number: number) =>
    `<row r="${number}">${row.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${number}`)).join('')}</row>`
  const xfs = [0, ...Object.values(formats)].map((id) => `<xf numFmtId="${id}"/>`).join('')
  const parts = names.map((name, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet><sheetData>${sheets[name]!.map((row, index) => rowXml(row, index + 1)).join('')}</sheetData></worksheet>`,
  ])
  return zipOf({
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="s${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      Object.fromEntries(names.map((_name, at) => [`s${at + 1}`, `worksheets/sheet${at + 1}.xml`])),
    ),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><cellXfs>${xfs}</cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
  })
}

/** A presentation with one slide for each list of blocks; their first block is the title. */
export const presentation = (slides: readonly (readonly Block[])[]): Buffer => {
  const ids = slides.map((_slide, at) => `<p:sldId r:id="r${at + 1}"/>`).join('')
  return zipOf({
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_slide, at) => [`r${at + 1}`, `slides/slide${at + 1}.xml`])),
    ),
    ...Object.fromEntries(
      slides.map((blocks, at) => [
        `ppt/slides/slide${at + 1}.xml`,
        `<p:sld><p:cSld><p:spTree>${blocks.map(shapeOf).join('')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })
}

const run = (text: string) => `<a:r><a:t>${escaped(text)}</a:t></a:r>`

const shapeOf = (block: Block): string => {
  if (block.kind === 'heading')
    return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p>${run(block.text)}</a:p></p:txBody></p:sp>`
  if (block.kind === 'item')
    return `<p:sp><p:txBody><a:p><a:pPr lvl="0"><a:buChar char="•"/></a:pPr>${run(block.text)}</a:p></p:txBody></p:sp>`
  if (block.kind === 'text') return `<p:sp><p:txBody><a:p>${run(block.text)}</a:p></p:txBody></p:sp>`
  const rows = block.kind === 'table' ? block.rows : block.fields
  const cells = (row: readonly string[]) =>
    row.map((cell) => `<a:tc><a:txBody><a:p>${run(cell)}</a:p></a:txBody></a:tc>`).join('')
  return `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map((row) => `<a:tr>${cells(row)}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
}
