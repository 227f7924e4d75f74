import type { Citation } from '../../plays/rules.ts'

/** A text as its sentences, in order. Different lines are different sentences. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?…])\s+/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/**
 * The sources of a text's sentences after a person edited it: unchanged sentences keep their source, the others are the
 * person's.
 */
export const citationsAfterEdit = (
  before: readonly Citation[],
  bodyBefore: string,
  bodyAfter: string,
): readonly Citation[] => {
  const known = new Set(sentencesOf(bodyBefore))
  const after = sentencesOf(bodyAfter)
  const kept = before.filter(({ sentence }) => bodyAfter.includes(sentence))
  const ofPerson = after
    .filter((sentence) => !known.has(sentence) && kept.every((one) => !isPartOf(sentence, one.sentence)))
    .map((sentence) => byPerson(sentence))
  return [...kept, ...ofPerson]
}

const isPartOf = (sentence: string, whole: string) => sentencesOf(whole).includes(sentence)

/** The mark of a sentence that a person wrote. */
export const byPerson = (sentence: string): Citation => ({ sentence, source: 'person', sourceId: null, quote: null })

// Words that praise past work: only an approval can back them.
const claims =
  /\b(?:satisf|happy|delight|thrill|praise|recommend|testimonial|success|grew|increase|doubl|tripl|boost|revenue|zufrieden|begeister|empfiehl|empfehl|lob(?:t|te|en)|erfolg|steiger|verdoppel|verdreifach|umsatz)\p{L}*|\d\s?%|\d\s?(?:percent|prozent)/iu

/** True if a sentence claims that a client was satisfied, or had a result. */
export const claimsResult = (sentence: string): boolean => claims.test(sentence)
