import { sentences, type SentenceCode } from './rules/catalogue.ts'

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values that the sentence of a code takes. */
type SentenceValues<Code extends SentenceCode> = Readonly<Record<NamesIn<(typeof sentences)[Code]>, string>>

type Values = Readonly<Record<string, string>>

/** Fills `{name}` of a template; a name without a value stays as it is. */
export const filled = (template: string, values: Values): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))

export const sentence = <Code extends SentenceCode>(
  code: Code,
  ...[values]: [NamesIn<(typeof sentences)[Code]>] extends [never] ? [] : [SentenceValues<Code>]
): string => filled(sentences[code], values ?? {})

interface KnownSentence {
  readonly code: SentenceCode
  readonly values: Values
}

interface Pattern {
  readonly code: SentenceCode
  /** The text before, between and after the values, whose names are in `names`. */
  readonly texts: readonly string[]
  readonly names: readonly string[]
}

const patternOf = (code: SentenceCode): Pattern => {
  const parts = sentences[code].split(/\{([a-z]+)\}/)
  return { code, texts: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) }
}

const codes = Object.keys(sentences) as SentenceCode[]
// The longest first: some sentences begin like others.
const patterns: readonly Pattern[] = codes
  .map(patternOf)
  .toSorted((a, b) => b.texts.join('').length - a.texts.join('').length)

const isEnd = (text: string, at: number) => at === text.length || text[at] === ' ' || text[at] === '\n'

/** The end of a pattern's last words from a position: where the text ends or continues after a space. */
const endOf = (text: string, last: string, from: number): number => {
  for (let at = text.indexOf(last, from); at !== -1; at = text.indexOf(last, at + 1))
    if (isEnd(text, at + last.length)) return at
  return -1
}

const matchAt = (text: string, start: number, { code, texts, names }: Pattern) => {
  if (!text.startsWith(texts[0]!, start)) return undefined
  let at = start + texts[0]!.length
  const values: Record<string, string> = {}
  for (const [position, name] of names.entries()) {
    const next = texts[position + 1]!
    const found = position === names.length - 1 ? endOf(text, next, at) : text.indexOf(next, at)
    if (found === -1) return undefined
    values[name] = text.slice(at, found)
    at = found + next.length
  }
  return isEnd(text, at) ? { known: { code, values } satisfies KnownSentence, end: at } : undefined
}

// Texts of the server are shorter; a longer text is not searched.
const readMost = 8_000

/**
 * Splits a text of the server into sentences of the catalogue and the words of people, models and programs in between.
 * The parts make up the text again. Time grows with its length: each place that may begin a sentence is looked at once
 * for each pattern.
 */
export const sentencesIn = (text: string): readonly (KnownSentence | string)[] => {
  if (text.length > readMost) return [text]
  const parts: (KnownSentence | string)[] = []
  let rest = 0
  let at = 0
  while (at < text.length) {
    const found = firstMatch(text, at)
    if (found) {
      if (at > rest) parts.push(text.slice(rest, at))
      parts.push(found.known)
      at = found.end
      rest = at
    }
    at = nextStart(text, found ? at : at + 1)
  }
  if (rest < text.length) parts.push(text.slice(rest))
  return parts
}

const firstMatch = (text: string, at: number) => {
  for (const pattern of patterns) {
    const found = matchAt(text, at, pattern)
    if (found) return found
  }
  return undefined
}

/** Sentences begin at the start or after a space. */
const nextStart = (text: string, from: number): number => {
  let at = from
  while (at < text.length && (isSpace(text[at]!) || (at > 0 && !isSpace(text[at - 1]!)))) at += 1
  return at
}

const isSpace = (sign: string) => sign === ' ' || sign === '\n'

/** A text of the server in another language: sentences of the catalogue by its templates, anything else as it was. */
export const translated = (text: string, templates: Readonly<Record<SentenceCode, string>>): string =>
  sentencesIn(text)
    .map((part) => (typeof part === 'string' ? part : filled(templates[part.code], part.values)))
    .join('')
