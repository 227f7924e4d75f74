import { refusedPage, type ReadPage } from '../reader.ts'
import { openArchive, type Archive } from './archive.ts'
import { RefusedDocumentError } from './fault.ts'
import {
  kindOfRelation,
  localName,
  readRelations,
  readXml,
  relatedPart,
  relationsOf,
  unreadIn,
  withOfficePrefixes,
} from './office-xml.ts'
import { pageOfText } from './pages.ts'
import { markdownOfShapes } from './shapes.ts'

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
  for (const [at, id] of ids.entries()) pages.push(await pageOfSlide(archive, at + 1, relations.get(id)))
  return pages
}

const pageOfSlide = async (archive: Archive, number: number, slide: string | undefined): Promise<ReadPage> => {
  const xml = slide === undefined ? undefined : await archive.text(slide)
  if (slide === undefined || xml === undefined) return refusedPage(number, 'missing')
  if (isHiddenSlide(xml)) return pageOfText(number, '', { unread: ['hidden_text'] })
  const relations = await readRelations(archive, slide)
  const { markdown, unread } = markdownOfShapes(xml)
  const notesPart = relations.find((relation) => kindOfRelation(relation) === 'notesSlide')?.target ?? ''
  const notes = markdownOfShapes((await archive.text(notesPart)) ?? '', besideNotes)
  const text = notes.markdown === '' ? markdown : `${markdown}\n\nNotes:\n\n${notes.markdown}`
  return pageOfText(number, text, { unread: [...new Set([...unread, ...notes.unread, ...unreadIn(relations)])] })
}

// The places of a page of notes that repeat the slide or the presentation.
const besideNotes = new Set(['sldImg', 'hdr', 'ftr', 'dt', 'sldNum'])

const isHiddenSlide = (xml: string): boolean => {
  let isHidden = false
  readXml(xml, {
    open: (name, { show = '' }) => {
      if (localName(name) === 'sld' && /^(0|false)$/.test(show)) isHidden = true
    },
  })
  return isHidden
}
