import { hasHiddenCharacters, speaksToReaders } from '../readers.ts'
import { addressesIn, speaksOfTerms } from './terms.ts'

const hidden = /(?:^|\/)[.]/
const ofDocs = /^(?:docs?|documentation)\//
const ending = /[.](?:md|markdown|rst|adoc|asciidoc)$/i
const known =
  /^(?:readme|changelog|changes|history|news|licen[cs]e|copying|notice|authors|contributors|contributing|code_of_conduct|maintainers|security|support|governance|upgrading)(?:(?:[.-][a-z]{2}(?:-[a-z]{2})?)?[.](?:md|markdown|rst|adoc|asciidoc|txt))?$/i
/** Files that agents obey and programs send to models. */
const instructions = /^(?:agents?|claude|gemini|copilot|cursor|skills?|prompts?|system|instructions?|rules|memory)\b/i
/** Documents that bind those who wrote them, or define the rights to change things. */
const binding =
  /(?:^|[/_.-])(?:licen[cs]es?|copying|contributing|code_of_conduct|governance|security|maintainers|notice|terms|privacy|legal|imprint|impressum|agb|datenschutz|cookies?|consent|prices?|pricing)(?:[/_.-]|$)/i

/** Whether a file is written in sentences, by its name. */
export const isProse = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return known.test(name) || ending.test(name)
}

/** Whether a path is that of a document for people. */
export const isDocument = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (hidden.test(path) || instructions.test(name)) return false
  return known.test(name) || (ending.test(name) && (ofDocs.test(path) || !path.includes('/')))
}

/** Lines that a static site, a documentation tool or a doctest carries out, instead of showing them. */
const carriedOut =
  /<\/?(?:script|style|iframe|object|embed|form|svg|link|meta|base)\b|\bon[a-z]+\s*=|javascript:|\{\{|\{%|\{<|<%|<\?|^\s*(?:import|export)\s|^\s*\{|^\s*[.]{2}\s|^\s*:::|\binclude::|^\s*!\[?include|^\s*>>>|^\s*(?:```|~~~)\s*\{/i
/** Commands that run what another command brings. */
const piped = /\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\biex\b|\beval\b/

/**
 * A document that people read: its front matter and the lines that are carried out are as they were; the addresses of
 * other machines too; and what changed neither speaks of terms nor to those who judge it.
 */
export const isDocumentChange = (before: string, after: string): boolean => {
  if ([frontMatterOf, carriedOutLines, addressesIn].some((read) => read(before) !== read(after))) return false
  // Whole paragraphs, because a word may change the sense of the line beside it.
  const changed = paragraphsOf(before).symmetricDifference(paragraphsOf(after))
  return [...changed].every(
    (text) => !hasHiddenCharacters(text) && !speaksToReaders(text) && !speaksOfTerms(text) && !piped.test(text),
  )
}

/** Whether a document binds those who wrote it. */
export const isBinding = (path: string): boolean => binding.test(path)

const carriedOutLines = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => carriedOut.test(line))
    .join('\n')

const frontMatterOf = (text: string): string => {
  const fence = /^(---|[+]{3})\s*?\n/.exec(text)?.[1]
  if (fence === undefined) return ''
  const end = text.indexOf(`\n${fence}`, fence.length)
  return end === -1 ? text : text.slice(0, end)
}

const paragraphsOf = (text: string): ReadonlySet<string> => new Set(text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/))
