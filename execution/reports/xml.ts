import { ReportError, reportLimits } from './report.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

interface Open extends XmlElement {
  readonly children: XmlElement[]
}

/** What an XML text is read into, as it comes: each element is entered and left once, in the order of the text. */
export interface XmlVisitor {
  enter(name: string, attributes: XmlElement['attributes']): void
  leave(name: string): void
}

/** `elementsMost` bounds the work. `allowsDocumentType` passes over one that only names an outside file, which nobody reads. */
export interface XmlBounds {
  readonly elementsMost: number
  readonly allowsDocumentType: boolean
}

const treeBounds: XmlBounds = { elementsMost: 8 * reportLimits.tests, allowsDocumentType: false }
// Names are bounded, so that none makes the matcher remember each of millions of letters.
const attribute = /\s+([^\s=<>"'/]{1,1000})\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const end = /\s*(\/?)>/y
const name = /[^\s=<>"'/]{1,1000}/y
const documentType = /<!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC)(?:\s+"[^"<>]*"){1,2})?\s*>/y

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

/** Reads an XML text without keeping it; refuses what {@link readXml} refuses. */
export const scanXml = (text: string, visitor: XmlVisitor, { elementsMost, allowsDocumentType }: XmlBounds): void => {
  const open: string[] = []
  let count = 0
  let at = text.indexOf('<')
  while (at !== -1) {
    const after = skipped(text, at, allowsDocumentType)
    if (after !== undefined) {
      at = text.indexOf('<', after)
      continue
    }
    if (text.startsWith('</', at)) {
      const { closed, next } = closeElement(text, at)
      if (open.pop() !== closed) throw new ReportError('It is no well-formed XML.')
      visitor.leave(closed)
      at = text.indexOf('<', next)
      continue
    }
    if ((count += 1) > elementsMost) throw new ReportError('It has too many elements.')
    const { called, attributes, isEmpty, next } = readElement(text, at)
    visitor.enter(called, attributes)
    if (isEmpty) visitor.leave(called)
    else if (open.push(called) >= reportLimits.depth) throw new ReportError('Its elements are nested too deeply.')
    at = text.indexOf('<', next)
  }
  if (open.length > 0) throw new ReportError('It is not finished.')
}

/** The end of what is none of the elements: comments, CDATA and processing instructions. */
const skipped = (text: string, at: number, allowsDocumentType: boolean): number | undefined => {
  for (const [begin, finish] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(begin, at)) continue
    const found = text.indexOf(finish, at + begin.length)
    if (found === -1) throw new ReportError('It is not finished.')
    return found + finish.length
  }
  documentType.lastIndex = at
  if (allowsDocumentType && documentType.test(text)) return documentType.lastIndex
  if (text.startsWith('<!', at)) throw new ReportError('It declares a document type, which is not read.')
  return undefined
}

const closeElement = (text: string, at: number) => {
  const finish = text.indexOf('>', at)
  if (finish === -1) throw new ReportError('It is not finished.')
  return { closed: text.slice(at + 2, finish).trimEnd(), next: finish + 1 }
}

const readElement = (text: string, at: number) => {
  name.lastIndex = at + 1
  const [called] = name.exec(text) ?? []
  if (called === undefined) throw new ReportError('It is no well-formed XML.')
  // Without a prototype: an attribute may have any name.
  const attributes = Object.create(null) as Record<string, string>
  let next = at + 1 + called.length
  for (;;) {
    attribute.lastIndex = next
    const found = attribute.exec(text)
    if (!found) break
    attributes[found[1]!] = decoded(found[2] ?? found[3] ?? '')
    next = attribute.lastIndex
  }
  end.lastIndex = next
  const finish = end.exec(text)
  if (!finish) throw new ReportError('It is not finished, or no well-formed XML.')
  return { called, attributes, isEmpty: finish[1] === '/', next: end.lastIndex }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

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
