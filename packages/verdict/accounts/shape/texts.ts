import { hasHiddenCharacters, speaksToReaders } from '../readers.ts'
import { addressesIn, maySpeakOfTerms } from './terms.ts'

const mostChars = 2_000
/** Letters of other alphabets, which look like Latin ones, or whose words the table of terms does not know. */
const foreign = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})[\s\S]/u

/** True if a text by people contains nothing that a person has to check before it is shown. */
export const isIdleText = (text: string): boolean =>
  text.length <= mostChars &&
  !hasHiddenCharacters(text) &&
  !foreign.test(text) &&
  !/[<>{}`\\=;|]|&#/.test(text) &&
  !maySpeakOfTerms(text) &&
  !speaksToReaders(text) &&
  addressesIn(text) === ''

const numbersIn = (text: string) => (text.match(/\p{N}{1,100}/gu) ?? []).join(' ')

/** Whether one text may take the place of another. */
export const mayReplace = (before: string, after: string): boolean =>
  before.trim() !== '' &&
  after.trim() !== '' &&
  numbersIn(before) === numbersIn(after) &&
  isIdleText(before) &&
  isIdleText(after)

/** True if two lists of texts differ only in texts that may replace one another; `blocks` has their paragraphs. */
export const differInIdleTexts = (
  before: readonly string[],
  after: readonly string[],
  blocks?: readonly number[],
): boolean =>
  before.length === after.length &&
  before.every((text, at) => {
    if (text === after[at]) return true
    // A text in bold type may turn the sense of the sentence around it.
    const beside = [at - 1, at + 1].filter((one) => blocks === undefined || blocks[one] === blocks[at])
    const around = beside.flatMap((one) => [before[one], after[one]]).join(' ')
    return mayReplace(text, after[at]!) && !maySpeakOfTerms(around)
  })
