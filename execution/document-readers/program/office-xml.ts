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
export const readXml = (xml: string, { open, text, close }: XmlEvents): void => {
  let depth = 0
  const parser = new Parser(
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
  parser.end(xml)
}

/** Where the relations of a part lead, by their ids; addresses of the web as they are. */
export const relationsOf = async (archive: Archive, part: string): Promise<ReadonlyMap<string, string>> => {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const xml = await archive.text(`${folder}_rels/${part.slice(slash + 1)}.rels`)
  const found = new Map<string, string>()
  readXml(xml ?? '', {
    open: (name, { Id, Target, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      found.set(Id, TargetMode === 'External' ? Target : partOf(folder, Target))
    },
  })
  return found
}

const partOf = (folder: string, target: string) =>
  decodeURIComponent(new URL(target, `zip://parts/${folder}`).pathname.slice(1))

/** Like `decodeURIComponent`, for what may be malformed. */
export const attributeNamed = (attributes: Attributes, local: string): string | undefined =>
  Object.entries(attributes).find(([name]) => name === local || name.endsWith(`:${local}`))?.[1]
