import { regions, type Language, type Region } from './languages.ts'
import { endOfEscaped, spansOfJavaScript, type Span } from './lex-javascript.ts'

/** A text seen in three ways, each as long as the text and with its line breaks in place. */
export type Views = ReturnType<typeof viewsOf>

/** Lexes in a time that follows the length of the text, for any content. A text of no known language is all code. */
export const viewsOf = (raw: string, language: Language | undefined) => {
  if (!language) return { raw, code: raw, text: raw, comments: '' }
  const spans = language === 'javascript' ? spansOfJavaScript(raw) : spansOf(raw, language)
  return {
    raw,
    /** Without comments and the content of strings. */
    code: keeping(raw, spans, () => false, true),
    /** Without comments. */
    text: keeping(raw, spans, (span) => span.as === 'string', true),
    /** Only comments. */
    comments: keeping(raw, spans, (span) => span.as === 'comment', false),
  }
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

const keeping = (raw: string, spans: readonly Span[], keep: (span: Span) => boolean, between: boolean) => {
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    const gap = raw.slice(at, span.start)
    const inside = raw.slice(span.start, span.end)
    parts.push(between ? gap : blank(gap), keep(span) ? inside : blank(inside))
    at = span.end
  }
  const rest = raw.slice(at)
  return parts.join('') + (between ? rest : blank(rest))
}

// A here-document that never ends is not one; so many of them would each be searched to the end.
const unendedMost = 50

const spansOf = (raw: string, language: Exclude<Language, 'javascript'>): Span[] => {
  const known = regions[language]
  const opening = new RegExp(known.map(({ open }) => `(${open})`).join('|'), 'g')
  const spans: Span[] = []
  let unended = 0
  for (let match = opening.exec(raw); match; match = opening.exec(raw)) {
    const region = known[match.slice(1).findIndex(Boolean)]!
    const from = opening.lastIndex
    const isHere = region.indented === true
    if (isHere && unended >= unendedMost) continue
    const { end, next } = endOf(raw, region, match[0], from)
    if (isHere && next > raw.length) {
      unended += 1
      continue
    }
    spans.push({ start: region.as === 'comment' ? match.index : from, end, as: region.as })
    opening.lastIndex = next
    if (next >= raw.length) break
  }
  return spans
}

/** The end of a region, and the place where code continues; `next` is past the text if nothing ends it. */
const endOf = (raw: string, region: Region, opened: string, from: number) => {
  const close = typeof region.close === 'string' ? region.close : region.close(opened)
  const end = closeAfter(raw, region, close, from)
  if (end === -1) return { end: raw.length, next: raw.length + 1 }
  if (close === '\n') return { end, next: end }
  const next = raw.startsWith(close, end) ? end + close.length : end
  return { end: region.as === 'comment' ? next : end, next }
}

const closeAfter = (raw: string, region: Region, close: string, from: number) => {
  if (region.escapes) return endOfEscaped(raw, close, from, region.inLine ?? false)
  if (region.nested) return endOfNested(raw, from)
  if (region.indented) return indexOf(raw, new RegExp(`\\n[ \\t]*${close}(?!\\w)`, 'g'), from)
  return raw.indexOf(close, from)
}

const indexOf = (raw: string, pattern: RegExp, from: number) => {
  pattern.lastIndex = from
  return pattern.exec(raw)?.index ?? -1
}

const endOfNested = (raw: string, from: number) => {
  let depth = 1
  const either = /\/\*|\*\//g
  either.lastIndex = from
  for (let match = either.exec(raw); match; match = either.exec(raw)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return match.index
  }
  return -1
}
