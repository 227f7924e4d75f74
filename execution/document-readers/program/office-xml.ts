import { Parser } from 'htmlparser2'
import { RefusedDocumentError } from './fault.ts'
import type { Archive } from './archive.ts'

type Attributes = Readonly<Record<string, string>>

/** What a reader is told of the elements of a part, by their names with prefix. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const depthMost = 1_000

/** Reads XML as events. Entities beside the five of XML are left as text: no document type is read. */
export const readXml = (xml: string, events: XmlEvents): void => {
  const parser = openXml(events)
  parser.write(xml)
  parser.end()
}

/** The same for XML that comes piece by piece. */
export const openXml = ({ open, text, close }: XmlEvents): Pick<Parser, 'write' | 'end'> => {
  let depth = 0
  return new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > depthMost) throw new RefusedDocumentError('malformed')
        open?.(name, attributes)
      },
      ontext: (some) => text?.(some),
      onclosetag: (name) => {
        depth -= 1
        close?.(name)
      },
    },
    { xmlMode: true },
  )
}

export const readXmlPieces = async (pieces: AsyncIterable<string>, events: XmlEvents): Promise<void> => {
  const parser = openXml(events)
  for await (const piece of pieces) parser.write(piece)
  parser.end()
}

/** The name of an element without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

interface Relation {
  readonly id: string
  readonly type: string
  /** A part, or an address of the web as it is. */
  readonly target: string
}

const readRelations = async (archive: Archive, part: string): Promise<readonly Relation[]> => {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const xml = await archive.text(`${folder}_rels/${part.slice(slash + 1)}.rels`)
  const found: Relation[] = []
  readXml(xml ?? '', {
    open: (name, { Id, Type = '', Target, TargetMode }) => {
      if (localName(name) !== 'Relationship' || Id === undefined || Target === undefined) return
      const target = TargetMode === 'External' ? Target : partIn(archive, partOf(folder, Target))
      found.push({ id: Id, type: Type, target })
    },
  })
  return found
}

/** Where the relations of a part lead, by their ids; addresses of the web as they are. */
export const relationsOf = async (archive: Archive, part: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await readRelations(archive, part)).map(({ id, target }) => [id, target]))

/**
 * The part of a document that a relation of this type leads to, such as `officeDocument` from the document itself (`''`) or
 * `styles` from its main part; the usual one where no relation says so (ISO/IEC 29500-2, 9.3).
 */
export const relatedPart = async (archive: Archive, from: string, type: string, usual: string): Promise<string> =>
  (await readRelations(archive, from)).find((relation) => relation.type.endsWith(`/${type}`))?.target ??
  partIn(archive, usual)

// Names of parts are compared without regard to capitals (ISO/IEC 29500-2, 9.1.1).
const partIn = ({ names }: Archive, part: string): string =>
  names.includes(part) ? part : (names.find((name) => name.toLowerCase() === part.toLowerCase()) ?? part)

const partOf = (folder: string, target: string) =>
  decodeURIComponent(new URL(target, `zip://parts/${folder}`).pathname.slice(1))

/** An attribute by its name, with any prefix or none. */
export const attributeNamed = (attributes: Attributes, local: string): string | undefined =>
  Object.entries(attributes).find(([name]) => name === local || name.endsWith(`:${local}`))?.[1]
