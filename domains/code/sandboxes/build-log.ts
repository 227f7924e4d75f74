import { storableText } from '../../../platform/validation/storable-text.ts'
import { buildLogMostChars } from './rules/image-builds.ts'

const leftOut = 'Earlier lines are left out.\n'
const errorMostChars = 2_000

/** The stored end of a log; its first line marks a missing beginning. */
export const storedLog = (log: string): string => {
  const text = storableText(log)
  if (text.length <= buildLogMostChars) return text
  const end = text.slice(leftOut.length - buildLogMostChars)
  return leftOut + end.slice(end.indexOf('\n') + 1).toWellFormed()
}

/** The sentence for a failure as it is kept. */
export const storedError = (sentence: string): string => storableText(sentence.slice(0, errorMostChars))
