import { Parser } from 'htmlparser2'
import { ReportError, reportLimits } from './report.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

interface Open extends XmlElement {
  readonly children: XmlElement[]
}

/** Receives an XML text as it comes: each element is entered and left once, in the order of the text. */
interface XmlVisitor {
  enter(name: string, attributes: XmlElement['attributes']): void
  leave(name: string): void
}

/** `elementsMost` bounds the work; `allowsDocumentType` ignores a document type that only names an outside file. */
interface XmlBounds {
  readonly elementsMost: number
  readonly allowsDocumentType: boolean
}

const treeBounds: XmlBounds = { elementsMost: 8 * reportLimits.tests, allowsDocumentType: false }
const documentType = /^!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC)(?:\s+"[^"<>]*"){1,2})?\s*$/

/**
 * The elements at the top of an XML text, without the text in them: reports of several files may follow one another.
 * A document type, an entity that XML itself does not have, and an element that is not closed are refused.
 */
export const readXml = (text: string): readonly XmlElement[] => {
  const top: Open = { name: '', attributes: {}, children: [] }
  const stack = [top]
  const enter = (called: string, attributes: XmlElement['attributes']) => {
    const element: Open = { name: called, attributes, children: [] }
    stack.at(-1)!.children.push(element)
    stack.push(element)
  }
  scanXml(text, { enter, leave: () => stack.pop() }, treeBounds)
  return top.children
}

/** Reads an XML text without keeping it; refuses what {@link readXml} refuses. Ignores an end tag without a start. */
export const scanXml = (text: string, visitor: XmlVisitor, { elementsMost, allowsDocumentType }: XmlBounds): void => {
  let depth = 0
  let count = 0
  let openedTo = -1
  let readTo = -1
  const parser: Parser = new Parser(
    {
      onopentag: (name, raw) => {
        if ((count += 1) > elementsMost) throw new ReportError('It has too many elements.')
        if ((depth += 1) > reportLimits.depth) throw new ReportError('Its elements are nested too deeply.')
        openedTo = readTo = parser.endIndex
        visitor.enter(name, decodedAll(raw))
      },
      onclosetag: (name, isImplied) => {
        // A self-closing element ends at its beginning; any other element without an end tag is unfinished.
        const isEmpty = parser.endIndex === openedTo && text[openedTo - 1] === '/'
        if (isImplied && !isEmpty) throw new ReportError('It is not finished, or no well-formed XML.')
        depth -= 1
        readTo = parser.endIndex
        visitor.leave(name)
      },
      oncomment: () => (readTo = parser.endIndex),
      oncdataend: () => (readTo = parser.endIndex),
      onprocessinginstruction: (name, data) => {
        readTo = parser.endIndex
        if (name.startsWith('!') && !(allowsDocumentType && documentType.test(data)))
          throw new ReportError('It declares a document type, which is not read.')
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(text)
  // The parser reports nothing about a tag at the end of the text.
  if (text.includes('<', readTo + 1)) throw new ReportError('It is not finished.')
}

// Without a prototype: an attribute may have any name.
const decodedAll = (raw: Readonly<Record<string, string>>): XmlElement['attributes'] => {
  const attributes = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(raw)) attributes[name] = decoded(value)
  return attributes
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The library leaves an unknown entity unchanged, and this refuses it. */
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{1,8});/gi, (_all, entity: string) => {
        if (!entity.startsWith('#')) {
          const known = Object.hasOwn(entities, entity) ? entities[entity] : undefined
          if (known === undefined) throw new ReportError('It uses an entity that is not read.')
          return known
        }
        const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : parseInt(entity.slice(1), 10)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
      })
    : text
