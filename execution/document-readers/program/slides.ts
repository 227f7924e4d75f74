import type { ReadPage } from '../reader.ts'
import { openArchive } from './archive.ts'
import { RefusedDocumentError } from './fault.ts'
import { readXml, relatedPart, relationsOf, withOfficePrefixes } from './office-xml.ts'
import { pageOfText, pictureOf, tableOf } from './pages.ts'

/** A presentation (ISO/IEC 29500-1, PresentationML): each slide is a page, in the order that they are shown in. */
export const readSlides = async (path: string): Promise<readonly ReadPage[]> => {
  const archive = await openArchive(path)
  const part = await relatedPart(archive, '', 'officeDocument', 'ppt/presentation.xml')
  const xml = await archive.text(part)
  if (xml === undefined) throw new RefusedDocumentError('malformed')
  const relations = await relationsOf(archive, part)
  const ids: string[] = []
  const list = withOfficePrefixes({
    open: (name, attributes) => {
      if (name === 'p:sldId' && attributes['r:id'] !== undefined) ids.push(attributes['r:id'])
    },
  })
  readXml(xml, list)
  const pages: ReadPage[] = []
  for (const [at, id] of ids.entries()) {
    const slide = relations.get(id)
    const text = slide === undefined ? undefined : await archive.text(slide)
    pages.push(
      text === undefined
        ? { number: at + 1, state: 'refused', confidence: 0, reasons: ['missing'], markdown: '' }
        : pageOfText(at + 1, textOfSlide(text)),
    )
  }
  return pages
}

const textOfSlide = (xml: string): string => {
  const blocks: string[] = []
  let rows: string[][] | undefined
  let isTitle = false
  let isText = false
  let isPicture = false
  let line = ''
  let depth = 0
  const events = withOfficePrefixes({
    open: (name, attributes) => {
      if (name === 'p:sp') isTitle = false
      if (name === 'p:pic') isPicture = true
      if (name === 'p:ph') isTitle = /^(ctrT|t)itle$/.test(attributes.type ?? '')
      if (name === 'p:cNvPr' && isPicture) blocks.push(pictureOf(attributes.descr, attributes.name))
      if (name === 'a:tbl') rows = []
      if (name === 'a:tr') rows?.push([])
      if (name === 'a:tc') rows?.at(-1)?.push('')
      if (name === 'a:p') [line, depth] = ['', -1]
      if (name === 'a:buChar' || name === 'a:buAutoNum') depth = Math.max(0, depth)
      if (name === 'a:pPr' && attributes.lvl !== undefined) depth = Math.min(8, Number(attributes.lvl) || 0)
      if (name === 'a:t') isText = true
      if (name === 'a:br') line += '\n'
    },
    text: (text) => {
      if (isText) line += text
    },
    close: (name) => {
      if (name === 'a:t') isText = false
      if (name === 'p:pic') isPicture = false
      if (name === 'a:tbl' && rows) {
        blocks.push(tableOf(rows))
        rows = undefined
      }
      if (name !== 'a:p' || line.trim() === '') return
      const row = rows?.at(-1)
      if (row && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${line}`.trim()
      else if (isTitle) blocks.push(`# ${line.trim().replaceAll(/\s+/g, ' ')}`)
      else blocks.push(depth < 0 ? line.trim() : `${'  '.repeat(depth)}- ${line.trim()}`)
    },
  })
  readXml(xml, events)
  return blocks.join('\n\n')
}
