import type { PlayLanguage } from '../../plays/rules.ts'
import { claimsOf, hasOpenPlace, isNumber, leadsAway, standsIn, tokensOf, type Backing } from './backing.ts'
import {
  greetingWords,
  offerWords,
  questionWords,
  senderWords,
  smallWords,
  talkWords,
  tellingWords,
} from './vocabulary.ts'

/** The words that a sentence without a source may use. */
export interface KnownWords {
  readonly language: PlayLanguage
  /** The facts of the lead. */
  readonly lead: readonly Backing[]
  /** The read pages and the approvals. */
  readonly material: () => readonly Backing[]
  /** Where the recipient books a meeting. */
  readonly bookingUrl: string | null
}

/**
 * True if a sentence needs no source, by its form: a greeting, a question to the recipient, or an offer to talk. A
 * greeting and an offer have only words of their lists; a question makes no claim about the sender.
 */
export const needsNoSource = (text: string, known: KnownWords): boolean => {
  const sentence = known.bookingUrl === null ? text : text.replaceAll(known.bookingUrl, '')
  const tokens = tokensOf(sentence)
  if (tokens.length === 0 || hasOpenPlace(sentence) || leadsAway(sentence)) return false
  return isGreeting(tokens, known) || isOffer(tokens, sentence, known) || isQuestion(tokens, sentence, known)
}

const isGreeting = (tokens: readonly string[], { lead }: KnownWords) =>
  tokens.every((word) => greetingWords.has(word.toLowerCase()) || standsIn({ word, isExact: true }, lead))

/** True if the tokens are a question about the recipient, in one clause without a number. */
const isQuestion = (tokens: readonly string[], sentence: string, known: KnownWords): boolean => {
  const words = tokens.map((token) => token.toLowerCase())
  const isAsked = questionWords.has(words[0]!) || ['sie', 'du'].includes(words[1] ?? '')
  if (!isAsked || !/^[^?.!:;…–—]*\?$/.test(sentence)) return false
  if (words.some((word) => senderWords.has(word) || tellingWords.has(word))) return false
  return claimsOf(sentence, known.language).every(
    ({ word, at }) => at === 0 || isMeetingWord(word) || isTime(tokens, at) || isKnown(word, known),
  )
}

/** True if a sentence has only words of meetings, and up to three words after `your`. */
const isOffer = (tokens: readonly string[], sentence: string, known: KnownWords): boolean => {
  const words = tokens.map((token) => token.toLowerCase())
  if (!words.some((word) => talkWords.has(word))) return false
  const claims = new Set(claimsOf(sentence, known.language).map(({ at }) => at))
  return tokens.every((word, at) => {
    if (isMeetingWord(word) || isTime(tokens, at) || standsIn({ word, isExact: true }, known.lead)) return true
    const isOfRecipient = words.slice(Math.max(0, at - 3), at).some((one) => /^(?:your|ihre?|dein|eure?)/.test(one))
    return isOfRecipient && (!claims.has(at) || isKnown(word, known))
  })
}

const isMeetingWord = (word: string) => {
  const form = word.toLowerCase().replace(/n?['’]\p{L}+$/u, '')
  return [smallWords, talkWords, offerWords].some((words) => words.has(form))
}

const isKnown = (word: string, { lead, material }: KnownWords) =>
  !isNumber(word) && (standsIn({ word, isExact: true }, lead) || standsIn({ word, isExact: false }, material()))

/** `15 minutes`, `10:30`, `10 Uhr`. */
const isTime = (tokens: readonly string[], at: number) => {
  const isNumeral = (token = '') => /^\d{1,2}$/.test(token)
  const after = [tokens[at + 1] ?? '', tokens[at + 2] ?? '']
  if (!isNumeral(tokens[at])) return false
  return isNumeral(tokens[at - 1]) || after.some((next) => isNumeral(next) || timeUnit.test(next))
}
const timeUnit = /^(?:minutes?|min|minuten|uhr|am|pm)$/i
