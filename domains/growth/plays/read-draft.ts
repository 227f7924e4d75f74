import { plainText } from '../research/index.ts'
import { subjectMostChars, type Citation } from './rules.ts'
import { claimsResult } from './rules/sentences.ts'
import { quoteFrom, type Source } from './sources.ts'

/** A mail as it was written, without the sentences that stand on nothing. */
export interface ReadMail {
  /** Null where none was given. */
  readonly subject: string | null
  readonly body: string
  readonly citations: readonly Citation[]
  readonly dropped: number
}

const sentenceMostChars = 600
const paragraphsMost = 20
const sentencesMost = 20

/**
 * A mail of a model: `{ subject, paragraphs: [[{ text, source, quote }]] }`. A sentence whose quoted words are not in its
 * source is left out, and so is one that claims a result or a client's satisfaction without an approval. Undefined where it
 * is not of that form, or where nothing is left.
 */
export const readMail = (given: unknown, sources: readonly Source[]): ReadMail | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  const { subject, paragraphs } = given as Readonly<Record<string, unknown>>
  if (!Array.isArray(paragraphs)) return undefined
  const read = (paragraphs as unknown[])
    .slice(0, paragraphsMost)
    .map((one) =>
      Array.isArray(one) ? (one as unknown[]).slice(0, sentencesMost).map((it) => sentenceOf(it, sources)) : [],
    )
  const kept = read.map((one) => one.filter((sentence) => sentence !== undefined))
  const body = kept
    .filter((one) => one.length > 0)
    .map((one) => one.map(({ text }) => text).join(' '))
    .join('\n\n')
  if (body === '') return undefined
  const line = typeof subject === 'string' ? plainText(subject).slice(0, subjectMostChars) : ''
  return {
    subject: line === '' ? null : line,
    body,
    citations: kept.flat().flatMap(({ citation }) => citation ?? []),
    dropped: read.flat().length - kept.flat().length,
  }
}

interface Sentence {
  readonly text: string
  readonly citation: Citation | undefined
}

const sentenceOf = (given: unknown, sources: readonly Source[]): Sentence | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  const { text, source, quote } = given as Readonly<Record<string, unknown>>
  const sentence = typeof text === 'string' ? plainText(text) : ''
  if (sentence === '' || sentence.length > sentenceMostChars) return undefined
  if (source === undefined || source === null)
    return claimsResult(sentence) ? undefined : { text: sentence, citation: undefined }
  const named = typeof source === 'string' ? sourceNamed(source, sources) : undefined
  const words = named && typeof quote === 'string' ? quoteFrom(named, quote) : undefined
  if (!named || words === undefined) return undefined
  if (claimsResult(sentence) && named.kind !== 'approval') return undefined
  return { text: sentence, citation: { sentence, source: named.kind, sourceId: named.id, quote: words } }
}

/** A source by its label, by the id of an approval, or by the address of a page. */
export const sourceNamed = (name: string, sources: readonly Source[]) =>
  sources.find(({ label, id }) => label === name || id === name) ??
  sources.find(({ url }) => url !== undefined && URL.canParse(name, url) && new URL(name, url).href === url)

/** The mails of an answer by their numbers; undefined where it is not the JSON that was asked for. */
export const readMails = (text: string, sources: readonly Source[]): ReadonlyMap<number, ReadMail> | undefined => {
  const mails = jsonIn(text)?.mails
  if (!Array.isArray(mails)) return undefined
  const found = new Map<number, ReadMail>()
  for (const one of mails as unknown[]) {
    const step = (one as { step?: unknown } | null)?.step
    const mail = readMail(one, sources)
    if (typeof step === 'number' && mail && !found.has(step)) found.set(step, mail)
  }
  return found
}

/** The JSON object in a text; undefined where there is none. */
export const jsonIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as unknown
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}
