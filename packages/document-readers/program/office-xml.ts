import { Parser } from 'htmlparser2'
import { RefusedDocumentError } from './fault.ts'
import type { Archive } from './archive.ts'

type Attributes = Readonly<Record<string, string>>

/** Events for the elements of a part, by their names with prefix. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const depthMost = 1_000

// Elements are known by the prefixes that Office writes; both classes of the standard have the same elements.
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml(\/2006)?\/main$/, 'w'],
  [/\/presentationml(\/2006)?\/main$/, 'p'],
  [/\/drawingml(\/2006)?\/main$/, 'a'],
  [/\/drawingml(\/2006)?\/wordprocessingDrawing$/, 'wp'],
  [/\/officeDocument(\/2006)?\/math$/, 'm'],
  [/\/officeDocument(\/2006)?\/relationships$/, 'r'],
  [/\/markup-compatibility\/2006$/, 'mc'],
]

/**
 * Translates events to the prefixes that Office writes, from any prefixes that a part declares for their namespaces.
 */
export const withOfficePrefixes = ({ open, text, close }: XmlEvents): XmlEvents => {
  const renamed = new Map<string, string>()
  const named = (name: string) => {
    if (renamed.size === 0) return name
    const colon = name.indexOf(':')
    const prefix = renamed.get(name.slice(0, Math.max(0, colon)))
    return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`
  }
  const declare = (attributes: Attributes) => {
    for (const [name, uri] of Object.entries(attributes)) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      const own = name.slice('xmlns:'.length)
      const usual = prefixes.find(([form]) => form.test(uri))?.[1]
      if (usual !== undefined && usual !== own) renamed.set(own, usual)
      else renamed.delete(own)
    }
  }
  return {
    open: (name, attributes) => {
      declare(attributes)
      // An attribute without a prefix has no namespace.
      const entries = Object.entries(attributes).map(([key, value]) => [key.includes(':') ? named(key) : key, value])
      open?.(named(name), renamed.size === 0 ? attributes : (Object.fromEntries(entries) as Attributes))
    },
    ...(text && { text }),
    close: (name) => close?.(named(name)),
  }
}

/** Reads XML as events. Entities beside the five of XML are left as text: no document type is read. */
export const readXml = (xml: string, events: XmlEvents): void => {
  const parser = openXml(events)
  parser.write(xml)
  parser.end()
}

/** Parses XML that comes piece by piece. */
export const openXml = ({ open, text, close }: XmlEvents): Pick<Parser, 'write' | 'end'> => {
  let depth = 0
  return new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > depthMost) throw new RefusedDocumentError('malformed')
        open?.(name, attributes)
      },
      ontext: (words) => text?.(words),
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

/** True if an attribute of the XML type boolean is true; false without it. */
export const isTrue = (value = ''): boolean => /^(1|true)$/.test(value)

/** The name of an element without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A link from a part to another part, or to the web. */
export interface Relation {
  readonly id: string
  readonly type: string
  /** A part, or an address of the web as it is. */
  readonly target: string
}

/** The relations of a part; of the whole package for the part with an empty name. */
export const readRelations = async (archive: Archive, part: string): Promise<readonly Relation[]> => {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const xml = await archive.text(partIn(archive, `${folder}_rels/${part.slice(slash + 1)}.rels`))
  const found: Relation[] = []
  readXml(xml ?? '', {
    open: (name, { Id, Type = '', Target, TargetMode }) => {
      if (localName(name) !== 'Relationship' || Id === undefined || Target === undefined) return
      const target = TargetMode === 'External' ? Target : partIn(archive, partNamedBy(folder, Target))
      found.push({ id: Id, type: Type, target })
    },
  })
  return found
}

/** The last word of a relation's type. */
export const kindOfRelation = ({ type }: Relation): string => type.slice(type.lastIndexOf('/') + 1)

// The shown parts of a document, a sheet or a slide beside its text, by the kinds of their relations.
const unreadKinds: Readonly<Record<string, string>> = {
  header: 'headers_not_read',
  footer: 'headers_not_read',
  comments: 'comments_not_read',
  threadedComment: 'comments_not_read',
  chart: 'charts_not_read',
  chartEx: 'charts_not_read',
  diagramData: 'charts_not_read',
  oleObject: 'objects_not_read',
  package: 'objects_not_read',
  video: 'objects_not_read',
  audio: 'objects_not_read',
  subDocument: 'part_not_read',
}

/** Words for content that a part shows and this program does not read. */
export const unreadIn = (relations: readonly Relation[]): readonly string[] => [
  ...new Set(relations.flatMap((relation) => unreadKinds[kindOfRelation(relation)] ?? [])),
]

/** Leaves out what older programs draw in the place of a newer form, such as a text box a second time. */
export const newestForms = ({ open, text, close }: XmlEvents): XmlEvents => {
  const choices: boolean[] = []
  let left = 0
  return {
    open: (name, attributes) => {
      if (name === 'mc:AlternateContent') choices.push(false)
      if (name === 'mc:Choice' && choices.length > 0) choices[choices.length - 1] = true
      if (left > 0 || (name === 'mc:Fallback' && choices.at(-1) === true)) left += 1
      else open?.(name, attributes)
    },
    text: (words) => {
      if (left === 0) text?.(words)
    },
    close: (name) => {
      if (left > 0) left -= 1
      else close?.(name)
      if (name === 'mc:AlternateContent') choices.pop()
    },
  }
}

/** Marks that stand for the two dimensions of an equation, before its parts; a bracket closes each. */
export const equationMarks: Readonly<Record<string, string>> = {
  'm:num': '(',
  'm:den': '/(',
  'm:sup': '^(',
  'm:sub': '_(',
  'm:rad': '√(',
}

/** Where the relations of a part lead, by their ids; addresses of the web as they are. */
export const relationsOf = async (archive: Archive, part: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await readRelations(archive, part)).map(({ id, target }) => [id, target]))

/**
 * The part of a document that a relation of this type leads to, such as `officeDocument` from the document itself
 * (`''`) or `styles` from its main part; the usual part without such a relation (ISO/IEC 29500-2, 9.3).
 */
export const relatedPart = async (archive: Archive, from: string, type: string, usual: string): Promise<string> =>
  (await readRelations(archive, from)).find((relation) => relation.type.endsWith(`/${type}`))?.target ??
  partIn(archive, usual)

// Names of parts are compared without regard to capitals (ISO/IEC 29500-2, 9.1.1).
const partIn = ({ names }: Archive, part: string): string =>
  names.includes(part) ? part : (names.find((name) => name.toLowerCase() === part.toLowerCase()) ?? part)

/** The part name for a relation's target, relative to the folder of its own part. */
const partNamedBy = (folder: string, target: string) =>
  decodeURIComponent(new URL(target, `zip://parts/${folder}`).pathname.slice(1))

/** An attribute by its name, with any prefix or none. */
export const attributeNamed = (attributes: Attributes, local: string): string | undefined =>
  Object.entries(attributes).find(([name]) => name === local || name.endsWith(`:${local}`))?.[1]
