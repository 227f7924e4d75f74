import { sentencesOf } from './rules/sentences.ts'
import { wishIn } from './rules/wishes.ts'

export { type Automatic, automaticBy } from './rules/automatic.ts'
export { addressOf, readFields, readIds } from './rules/fields.ts'
export { judge } from './rules/judge.ts'
export { isWrittenByPerson, judgeMail } from './rules/kinds.ts'
export { newTextOf, type ThreadTexts } from './rules/new-text.ts'
export { type MailReport, readDeliveryStatus, readFeedback, readPlainBounce } from './rules/reports.ts'

/** An address that a text names, in normal form, and the sentence around it. */
export interface NamedAddress {
  readonly address: string
  readonly sentence: string
}

const namedMost = 100
const textMostChars = 20_000
const sentenceMostChars = 600

/** The addresses in a text, each once, at most 100. */
export const namedIn = (text: string, normal: (address: string) => string | undefined): readonly NamedAddress[] => {
  const found = new Map<string, NamedAddress>()
  for (const line of text.slice(0, textMostChars).split('\n')) {
    for (const word of line.split(/[\s<>()[\],;:"']+/)) {
      if (found.size === namedMost) return [...found.values()]
      const address = word.includes('@') ? normal(word.replace(/[.!?]{1,9}$/, '')) : undefined
      if (address !== undefined && !found.has(address)) found.set(address, { address, sentence: around(line, word) })
    }
  }
  return [...found.values()]
}

const sentencesIn = (line: string) => line.split(/(?<=[.!?]) /).map((sentence) => sentence.trim())

/** The sentence of a line that has a word. */
const around = (line: string, word: string): string =>
  (sentencesIn(line).find((sentence) => sentence.includes(word)) ?? word).slice(0, sentenceMostChars)

const leastWords = 4

/** The sentence of a text that can be a wish to get no mail, else the first of some words. */
export const gistOf = (text: string): string => {
  const sentences = text
    .slice(0, textMostChars)
    .split('\n', 200)
    .flatMap(sentencesIn)
    .map((sentence) => sentence.slice(0, sentenceMostChars))
    .filter((sentence) => sentence !== '')
  const isWish = (sentence: string) => sentencesOf(sentence).some((one) => wishIn(one) !== undefined)
  const isLong = (sentence: string) => sentence.split(' ').length >= leastWords
  return sentences.find(isWish) ?? sentences.find(isLong) ?? sentences[0] ?? ''
}
