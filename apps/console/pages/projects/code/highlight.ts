import { languageOf, type Language } from './languages.ts'

/** A keyword, a string, a number or a comment, as its class in the style sheet; other text has no kind. */
type TokenKind = 'k' | 's' | 'n' | 'c'
export interface Token {
  readonly text: string
  readonly kind?: TokenKind
}

const number = String.raw`\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*`
const word = String.raw`[\p{L}_$@][\p{L}\p{N}_$-]*`
const wordOfCode = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*`
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

// No part can match a text in two ways, so the time grows only with the length of the text.
const noteOf = ({ lineNotes = [], blockNotes = [] }: Language) => [
  ...blockNotes.map(([begin, end]) => String.raw`${escaped(begin)}(?:(?!${escaped(end)})[^])*(?:${escaped(end)})?`),
  ...lineNotes.map((begin) => String.raw`${begin === '#' ? String.raw`(?<![^\s;])#` : escaped(begin)}[^\n]*`),
]
const textOf = ({ quotes = `"'`, longQuotes = [] }: Language) => [
  ...longQuotes.map((quote) => String.raw`${quote}(?:(?!${quote})(?:\\[^]|[^\\]))*(?:${quote})?`),
  ...Array.from(
    quotes,
    (quote) => String.raw`${quote}(?:\\[^]|[^${quote}\\${quote === '`' ? '' : String.raw`\n`}])*${quote}?`,
  ),
]

const patterns = new Map<Language, RegExp>()

const patternOf = (language: Language): RegExp => {
  const cached = patterns.get(language)
  if (cached) return cached
  const parts = [
    `(?<c>${noteOf(language).join('|') || '(?!)'})`,
    `(?<s>${textOf(language).join('|')})`,
    `(?<n>${number})`,
    `(?<w>${language.dashes ? word : wordOfCode})`,
  ]
  const pattern = new RegExp(parts.join('|'), 'gu')
  patterns.set(language, pattern)
  return pattern
}

const kindOf = (
  groups: Readonly<Record<string, string | undefined>>,
  { words, isAnyCase }: Language,
): TokenKind | undefined => {
  if (groups.c !== undefined) return 'c'
  if (groups.s !== undefined) return 's'
  if (groups.n !== undefined) return 'n'
  return words.has(isAnyCase ? groups.w!.toLowerCase() : groups.w!) ? 'k' : undefined
}

/** Splits a text into tokens by the language of its path; undefined if the language is unknown. */
export const tokensOf = (text: string, path: string): readonly Token[] | undefined => {
  const language = languageOf(path)
  if (!language) return undefined
  const tokens: Token[] = []
  let plain = 0
  for (const match of text.matchAll(patternOf(language))) {
    const kind = kindOf(match.groups!, language)
    if (!kind) continue
    if (match.index > plain) tokens.push({ text: text.slice(plain, match.index) })
    tokens.push({ text: match[0], kind })
    plain = match.index + match[0].length
  }
  if (plain < text.length) tokens.push({ text: text.slice(plain) })
  return tokens
}

/** The tokens of each line. A token of several lines is split among them. */
export const linesOfTokens = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const lines: Token[][] = [[]]
  for (const { text, ...rest } of tokens) {
    const [first = '', ...others] = text.split('\n')
    if (first !== '') lines.at(-1)!.push({ text: first, ...rest })
    for (const line of others) lines.push(line === '' ? [] : [{ text: line, ...rest }])
  }
  return lines
}
