import { ReportError, reportLimits } from './report.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

interface Open extends XmlElement {
  readonly children: XmlElement[]
}

const elementsMost = 8 * reportLimits.tests
const attribute = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const end = /\s*(\/?)>/y
const name = /[^\s=<>"'/]+/y

/**
 * The elements at the top of an XML text, without the text in them: reports of several files may follow one another.
 * A document type, an entity that XML itself does not have, and an element that is not closed are refused.
 */
export const readXml = (text: string): readonly XmlElement[] => {
  const top: Open = { name: '', attributes: {}, children: [] }
  const stack = [top]
  let count = 0
  let at = text.indexOf('<')
  while (at !== -1) {
    const after = skipped(text, at)
    if (after !== undefined) {
      at = text.indexOf('<', after)
      continue
    }
    if (text.startsWith('</', at)) {
      at = text.indexOf('<', closeElement(text, at, stack))
      continue
    }
    if ((count += 1) > elementsMost) throw new ReportError('It has too many elements.')
    const { element, isEmpty, next } = readElement(text, at)
    stack.at(-1)!.children.push(element)
    if (!isEmpty) stack.push(element)
    if (stack.length > reportLimits.depth) throw new ReportError('Its elements are nested too deeply.')
    at = text.indexOf('<', next)
  }
  if (stack.length > 1) throw new ReportError('It is not finished.')
  return top.children
}

/** The end of what is none of the elements: comments, CDATA and processing instructions. */
const skipped = (text: string, at: number): number | undefined => {
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
  if (text.startsWith('<!', at)) throw new ReportError('It declares a document type, which is not read.')
  return undefined
}

const closeElement = (text: string, at: number, stack: Open[]): number => {
  const finish = text.indexOf('>', at)
  if (finish === -1) throw new ReportError('It is not finished.')
  const closed = text.slice(at + 2, finish).trimEnd()
  if (stack.length === 1 || stack.pop()!.name !== closed) throw new ReportError('It is no well-formed XML.')
  return finish + 1
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
  const element: Open = { name: called, attributes, children: [] }
  return { element, isEmpty: finish[1] === '/', next: end.lastIndex }
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
