import type { Identifier } from './identifiers.ts'

/** An element of XML. Text is only ever text: it becomes markup in `xmlOf` alone, which escapes it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: readonly Content[]
}
/** Null and undefined are left out. */
type Content = Element | string | null | undefined

/** An element with this content; undefined without content, so that no element is empty. */
export const element = (
  name: string,
  content: readonly Content[],
  attributes: Readonly<Record<string, string>> = {},
): Element | undefined => {
  const present = content.filter((one) => one !== null && one !== undefined && one !== '')
  return present.length === 0 ? undefined : { name, attributes, content: present }
}

/** An element that holds a text; undefined if the text is null. */
export const textElement = (
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): Element | undefined => element(name, [text], attributes)

/** An element that holds an identifier, with its scheme; null if the identifier is null. */
export const identifierElement = (name: string, identifier: Identifier | null) =>
  identifier && textElement(name, identifier.value, { schemeID: identifier.scheme })

/** The document with this root, in UTF-8. */
export const xmlOf = (root: Element | undefined): string => {
  if (!root) throw new Error('An XML document needs a root element')
  const parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>\n']
  write(root, parts)
  return `${parts.join('')}\n`
}

const write = ({ name, attributes, content }: Element, parts: string[]): void => {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  parts.push(`<${name}${pairs.join('')}>`)
  for (const one of content) {
    if (typeof one === 'string') parts.push(escaped(one))
    else if (one) write(one, parts)
  }
  parts.push(`</${name}>`)
}

// Source: XML 1.0, section 2.2. Characters that no XML document can contain are left out.
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // As itself it would be read as a line end.
    .replaceAll('\r', '&#13;')
