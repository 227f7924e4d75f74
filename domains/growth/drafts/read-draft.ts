import { jsonWithin } from '../../../packages/foreign-json/index.ts'
import { plainText } from '../research/index.ts'
import { quoteFrom, type Source } from '../messages/index.ts'
import { claimsResult } from '../messages/rules.ts'
import { subjectMostChars, type Citation, type PlayLanguage } from '../plays/rules.ts'
import { backingOf, claimsOf, hasOpenPlace, isLikened, standsIn, tokensOf, type Backing } from './rules/backing.ts'
import { needsNoSource, type KnownWords } from './rules/unsourced.ts'
import { smallWords } from './rules/vocabulary.ts'

/** The material that a model's mail is compared with. */
export interface Material {
  readonly sources: readonly Source[]
  readonly language: PlayLanguage
  readonly bookingUrl: string | null
}

/** A mail as it was written, without the sentences that no source backs. */
export interface ReadMail {
  /** Null if the model wrote none, or if no sentence of the mail backs it and none can be in its place. */
  readonly subject: string | null
  readonly body: string
  readonly citations: readonly Citation[]
  readonly dropped: number
}

const sentenceMostChars = 600
const paragraphsMost = 20
const sentencesMost = 20

/**
 * A mail of a model: `{ subject, paragraphs: [[{ text, source, quote }]] }`. A sentence without a source is left out
 * unless it is a greeting, a question or an offer to talk. A sentence with a source is left out if its quoted words,
 * its names or its numbers are not in it, and if it claims a result or a client's satisfaction without an approval.
 * Undefined if it is not of that form, or if no sentence is left.
 */
export const readMail = (mail: unknown, material: Material): ReadMail | undefined => {
  if (typeof mail !== 'object' || mail === null) return undefined
  const { subject, paragraphs } = mail as Readonly<Record<string, unknown>>
  if (!Array.isArray(paragraphs)) return undefined
  const known = knownWords(material)
  const read = (paragraphs as unknown[])
    .slice(0, paragraphsMost)
    .map((one) =>
      Array.isArray(one) ? (one as unknown[]).slice(0, sentencesMost).map((it) => sentenceOf(it, material, known)) : [],
    )
  const backed = read.map((one) => one.filter((sentence) => sentence !== undefined))
  const body = backed
    .filter((one) => one.length > 0)
    .map((one) => one.map(({ text }) => text).join(' '))
    .join('\n\n')
  if (body === '') return undefined
  const citations = backed.flat().flatMap(({ citation }) => citation ?? [])
  const line = typeof subject === 'string' ? plainText(subject).slice(0, subjectMostChars) : ''
  const isBacked = line === '' || isSubjectBacked(line, citations, known)
  return {
    subject: isBacked ? line || null : subjectFrom(citations),
    body,
    citations,
    dropped: read.flat().length - backed.flat().length + (isBacked ? 0 : 1),
  }
}

const knownWords = ({ sources, language, bookingUrl }: Material): KnownWords => {
  const backingsOf = (isWanted: (source: Source) => boolean) =>
    sources.filter(isWanted).flatMap(({ texts }) => texts.map(backingOf))
  let material: readonly Backing[] | undefined
  return {
    language,
    bookingUrl,
    lead: backingsOf(({ kind }) => kind === 'lead'),
    // Pages are long, and most mails need none of them here.
    material: () => (material ??= backingsOf(({ kind }) => kind !== 'lead')),
  }
}

/** A sentence, with its citation if it needs any; undefined if it is left out. */
const sentenceOf = (answer: unknown, { sources }: Material, known: KnownWords) => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { text, source, quote } = answer as Readonly<Record<string, unknown>>
  const sentence = typeof text === 'string' ? plainText(text) : ''
  if (sentence === '' || sentence.length > sentenceMostChars || hasOpenPlace(sentence)) return undefined
  if (source === undefined || source === null)
    return needsNoSource(sentence, known) && !claimsResult(sentence)
      ? { text: sentence, citation: undefined }
      : undefined
  const named = typeof source === 'string' ? sourceNamed(source, sources) : undefined
  const words = named && typeof quote === 'string' ? quoteFrom(named, quote) : undefined
  if (!named || words === undefined) return undefined
  if (claimsResult(sentence) && named.kind !== 'approval') return undefined
  // A quotation of the lead is one value, and its other values are as well known.
  const backing = named.kind === 'lead' ? known.lead : [backingOf(words)]
  if (!areClaimsIn(sentence, backing, known)) return undefined
  const citation: Citation = { sentence, source: named.kind, sourceId: named.id, quote: words }
  return { text: sentence, citation }
}

const areClaimsIn = (text: string, backing: readonly Backing[], { language, bookingUrl, lead }: KnownWords) => {
  const sentence = bookingUrl === null ? text : text.replaceAll(bookingUrl, '')
  const claims = claimsOf(sentence, language)
  return claims.every((claim) => standsIn(claim, backing) || isLikened(sentence, claim, lead))
}

/** True if a subject is a question or an offer, or has only words of the lead and of the quotes in its mail. */
const isSubjectBacked = (line: string, citations: readonly Citation[], known: KnownWords): boolean => {
  if (hasOpenPlace(line)) return false
  const quoted = citations.filter(({ source }) => source === 'approval' || !claimsResult(line))
  const backing = [...known.lead, ...quoted.map(({ quote }) => backingOf(quote ?? ''))]
  const exact = new Set(claimsOf(line, known.language).flatMap(({ at, isExact }) => (isExact ? [at] : [])))
  const isOfQuotations = tokensOf(line).every(
    (word, at) => smallWords.has(word.toLowerCase()) || standsIn({ word, isExact: exact.has(at) }, backing),
  )
  return isOfQuotations || (needsNoSource(line, known) && !claimsResult(line))
}

const placeMostChars = 90

/** The replacement of a subject that no sentence backs: a short sentence of the mail that a source backs. */
const subjectFrom = (citations: readonly Citation[]): string | null =>
  citations.find(({ sentence }) => sentence.length <= placeMostChars)?.sentence.replace(/[.!]$/, '') ?? null

/** A source by its label, by the id of an approval, or by the address of a page. */
export const sourceNamed = (name: string, sources: readonly Source[]) =>
  sources.find(({ label, id }) => label === name || id === name) ??
  sources.find(({ url }) => url !== undefined && URL.canParse(name, url) && new URL(name, url).href === url)

/** The mails of an answer by their numbers; undefined if it is not the JSON that was asked for. */
export const readMails = (text: string, material: Material): ReadonlyMap<number, ReadMail> | undefined => {
  const mails = jsonWithin(text)?.mails
  if (!Array.isArray(mails)) return undefined
  const found = new Map<number, ReadMail>()
  for (const one of mails as unknown[]) {
    const step = (one as { step?: unknown } | null)?.step
    const mail = readMail(one, material)
    if (typeof step === 'number' && mail && !found.has(step)) found.set(step, mail)
  }
  return found
}
