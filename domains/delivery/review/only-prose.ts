import { isEvidence } from '../../../execution/test-changes/index.ts'
import { differOnlyInComments } from './only-comments.ts'
import type { ReviewedFile } from './review.ts'

/**
 * Whether a changed file is documentation, or a program that differs in its comments alone. Other files wait for a
 * person: a new name, a deletion, a link, a mode that changes, and any file that a program, a build or an agent reads.
 */
export const isProseChange = ({ name, file, before, after }: ProseInput): boolean => {
  const isPlain = file.modeAfter === regular && (file.kind === 'added' || file.modeBefore === regular)
  if (!isPlain || !(file.kind === 'added' || file.kind === 'modified') || isEvidence(name)) return false
  if (isPicture(name)) return after === undefined
  if (after === undefined || (file.kind === 'modified' && before === undefined)) return false
  if (isDocument(name)) return hasSameMarkup(before ?? '', after)
  return before !== undefined && differOnlyInComments(name, before, after)
}

type ProseInput = Pick<ReviewedFile, 'name' | 'file' | 'before' | 'after'>

const regular = '100644'
const hidden = /(?:^|\/)[.]/
const ofDocs = /^(?:docs?|documentation)\//
const ending = /[.](?:md|markdown|rst|adoc|asciidoc)$/i
const known =
  /^(?:readme|changelog|changes|history|news|licen[cs]e|copying|notice|authors|contributors|contributing|code_of_conduct|maintainers|security|support|governance|upgrading)(?:[.-][a-z]{2}(?:-[a-z]{2})?)?(?:[.](?:md|markdown|rst|adoc|asciidoc|txt))?$/i
/** Files that agents obey and programs send to models. */
const instructions = /^(?:agents?|claude|gemini|copilot|cursor|skills?|prompts?|system|instructions?|rules|memory)\b/i

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Whether a path is that of a document for people. */
export const isDocument = (path: string): boolean => {
  const name = nameOf(path)
  if (hidden.test(path) || instructions.test(name)) return false
  return known.test(name) || (ending.test(name) && (ofDocs.test(path) || !path.includes('/')))
}

const isPicture = (path: string): boolean =>
  ofDocs.test(path) && !hidden.test(path) && /[.](?:png|jpe?g|gif|webp)$/i.test(path)

/** Lines that a static site, a documentation tool or a doctest carries out, instead of showing them. */
const carriedOut =
  /<\/?(?:script|style|iframe|object|embed|form|svg|link|meta|base)\b|\bon[a-z]+\s*=|javascript:|\{\{|\{%|\{<|<%|<\?|^\s*(?:import|export)\s|^\s*\{|^\s*[.]{2}\s|^\s*:::|\binclude::|^\s*!\[?include|^\s*>>>|^\s*(?:```|~~~)\s*\{/i

/** Whether two sides of a document agree in their front matter and in each line that is carried out. */
const hasSameMarkup = (before: string, after: string): boolean =>
  frontMatterOf(before) === frontMatterOf(after) && carriedOutIn(before) === carriedOutIn(after)

const carriedOutIn = (text: string) =>
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
