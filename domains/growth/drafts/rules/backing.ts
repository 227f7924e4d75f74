import type { PlayLanguage } from '../../plays/rules.ts'
import { boastStems, boastWords, germanArticles, numberWords, smallWords } from './vocabulary.ts'

/** Returns the words and numbers of a text; `1,000`, `web-shops` and `example.com` are one word each. */
export const tokensOf = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{N}%](?:[\p{L}\p{N}%]|[.,'’-](?=[\p{L}\p{N}]))*/gu) ?? []).map((token) =>
    token.replace(/['’]s$/u, ''),
  )

/** True if a text has a placeholder that was not filled in, such as `{{company}}` or `[name]`. */
export const hasOpenPlace = (text: string): boolean => /[{}[\]<>]/.test(text)

/** True if a text leads to a website or a mailbox. */
export const leadsAway = (text: string): boolean => /:\/\/|@|\p{L}\.\p{L}{2}/u.test(text)

/** A word of a sentence that has to be in the quotation. */
export interface Claim {
  readonly word: string
  /** The position of the word in its sentence. */
  readonly at: number
  /** True if the quotation needs the word letter by letter, not in another form. */
  readonly isExact: boolean
}

/**
 * Returns the words of a sentence that have to be in its quotation: its numbers, also as words; its names; its links;
 * and words with which a sender praises itself. A German noun without an article may be a name and counts as one.
 */
export const claimsOf = (sentence: string, language: PlayLanguage): readonly Claim[] => {
  const tokens = tokensOf(sentence)
  return tokens.flatMap((word, at) => {
    if (isNumber(word) || isNameInCapitals(word) || leadsAway(word)) return [{ word, at, isExact: true }]
    if (isBoast(word)) return [{ word, at, isExact: false }]
    if (!isCapitalised(word)) return []
    // The first word of a sentence is always capitalised.
    if (language === 'en') return [{ word, at, isExact: at > 0 }]
    return hasArticle(tokens, at) ? [] : [{ word, at, isExact: false }]
  })
}

/** A text in the form in which words are looked up. */
export interface Backing {
  readonly text: string
  readonly tokens: ReadonlySet<string>
}
export const backingOf = (text: string): Backing => ({
  text: text.toLowerCase(),
  tokens: new Set(tokensOf(text).flatMap(partsOf)),
})

/** True if a word is in one of these texts. */
export const standsIn = ({ word, isExact }: Omit<Claim, 'at'>, texts: readonly Backing[]): boolean =>
  texts.some((text) => partsOf(word).every((part) => isIn(part, text, isExact)))

const isIn = (part: string, { text, tokens }: Backing, isExact: boolean) => {
  if ([part, `${part}s`, part.replace(/s$/, '')].some((form) => tokens.has(form))) return true
  const same = numberWords.find((words) => words.has(part))
  if (same) return [...same].some((word) => tokens.has(word))
  return !isExact && part.length > 5 && text.includes(part.slice(0, Math.max(4, part.length - 3)))
}

export const isNumber = (word: string): boolean =>
  /[\p{N}%]/u.test(word) || partsOf(word).some((part) => numberWords.some((words) => words.has(part)))

const isBoast = (word: string) =>
  partsOf(word).some((part) => boastWords.has(part) || boastStems.some((stem) => part.startsWith(stem)))

// A sentence that names these may call the lead one of them.
const ofClients = /\b(?:client|customer|partner|reference|user|kund|referenz|nutzer|anwender)/i

/** True if a sentence only compares others to the lead, such as `companies like Example`: it claims no past work. */
export const isLikened = (sentence: string, { word, at }: Claim, lead: readonly Backing[]): boolean => {
  const isOfLead = (one: string | undefined) => one !== undefined && standsIn({ word: one, isExact: true }, lead)
  if (isNumber(word) || !isOfLead(word) || ofClients.test(sentence)) return false
  const tokens = tokensOf(sentence)
  const first = tokens.slice(0, at).findLastIndex((one) => !isOfLead(one))
  const before = tokens.slice(Math.max(0, first - 1), first + 1).join(' ')
  return /(?:^| )(?:like|such as|similar to|wie)$/i.test(before)
}

/** `NASA`, `eBay`. */
const isNameInCapitals = (word: string) => /\p{L}\p{Lu}/u.test(word)

const isCapitalised = (word: string) => /^\p{Lu}/u.test(word) && !smallWords.has(word.toLowerCase())

/** True if an article is before a German noun, perhaps with adjectives between them. */
const hasArticle = (tokens: readonly string[], at: number): boolean => {
  for (let before = at - 1; before >= Math.max(0, at - 4); before -= 1) {
    const word = tokens[before]!
    if (germanArticles.has(word.toLowerCase())) return true
    if (!/^\p{Ll}+e[mnrs]?$/u.test(word)) return false
  }
  return false
}

const partsOf = (word: string): readonly string[] =>
  normalNumber(word.toLowerCase())
    .split('-')
    .filter((part) => part !== '')

/** `1,000` and `1.000` are one number, and `3,5` is `3.5`. */
const normalNumber = (word: string) =>
  /^\d/.test(word) ? word.replaceAll(/[.,'’](?=\d{3}(?!\d))/g, '').replaceAll(',', '.') : word
