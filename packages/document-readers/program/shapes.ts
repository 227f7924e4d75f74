import type { MarkdownText } from './html.ts'
import { equationMarks, isTrue, localName, newestForms, readXml, withOfficePrefixes } from './office-xml.ts'
import { pictureOf, tableOf } from './pages.ts'

const shapeNames = new Set('sp pic graphicFrame cxnSp grpSp'.split(' '))
/**
 * The text of shapes (ISO/IEC 29500-1, DrawingML) of a slide, its notes or a sheet: titles, lists, tables, and pictures by
 * their names. Hidden shapes are left out and named, and places of the types in `without` are left out.
 */
export const markdownOfShapes = (xml: string, without: ReadonlySet<string> = new Set()): MarkdownText => {
  const unread = new Set<string>()
  const shapes = openShapes(without)
  let depth = 0
  /** The depth of the hidden shape, and of the open shapes. */
  let hiddenAt: number | undefined
  const open: number[] = []
  const events = withOfficePrefixes(
    newestForms({
      open: (name, attributes) => {
        depth += 1
        if (shapeNames.has(localName(name))) open.push(depth)
        if (localName(name) === 'cNvPr' && isTrue(attributes.hidden)) hiddenAt ??= open.at(-1)
        if (hiddenAt === undefined) shapes.open(name, attributes)
      },
      text: (words) => {
        if (hiddenAt === undefined) shapes.text(words)
        else if (words.trim() !== '') unread.add('hidden_text')
      },
      close: (name) => {
        if (open.at(-1) === depth) open.pop()
        if (hiddenAt === undefined) shapes.close(name)
        else if (hiddenAt === depth) hiddenAt = undefined
        depth -= 1
      },
    }),
  )
  readXml(xml, events)
  return { markdown: shapes.blocks.join('\n\n'), unread: [...unread] }
}

/** The blocks of shapes as they come. */
const openShapes = (without: ReadonlySet<string>) => {
  const blocks: string[] = []
  let rows: string[][] | undefined
  let place = ''
  let isText = false
  let isPicture = false
  let line = ''
  let depth = 0
  const endParagraph = () => {
    if (line.trim() === '' || without.has(place)) return
    const row = rows?.at(-1)
    if (row && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${line}`.trim()
    else if (/^(ctrT|t)itle$/.test(place)) blocks.push(`# ${line.trim().replaceAll(/\s+/g, ' ')}`)
    else blocks.push(depth < 0 ? line.trim() : `${'  '.repeat(depth)}- ${line.trim()}`)
  }
  return {
    blocks,
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      const local = localName(name)
      if (local === 'sp') place = ''
      if (local === 'pic') isPicture = true
      if (name === 'p:ph') place = attributes.type ?? ''
      if (local === 'cNvPr' && isPicture) blocks.push(pictureOf(attributes.descr, attributes.name))
      if (name === 'a:tbl') rows = []
      if (name === 'a:tr') rows?.push([])
      if (name === 'a:tc') rows?.at(-1)?.push('')
      if (name === 'a:p') [line, depth] = ['', -1]
      if (name === 'a:buChar' || name === 'a:buAutoNum') depth = Math.max(0, depth)
      if (name === 'a:pPr' && attributes.lvl !== undefined) depth = Math.min(8, Number(attributes.lvl) || 0)
      if (name === 'a:t' || name === 'm:t') isText = true
      if (name === 'a:br') line += '\n'
      line += equationMarks[name] ?? ''
    },
    text: (words: string) => {
      if (isText) line += words
    },
    close: (name: string) => {
      if (name === 'a:t' || name === 'm:t') isText = false
      if (localName(name) === 'pic') isPicture = false
      if (name in equationMarks) line += ')'
      if (name === 'a:tbl' && rows) {
        blocks.push(tableOf(rows))
        rows = undefined
      }
      if (name === 'a:p') endParagraph()
    },
  }
}
