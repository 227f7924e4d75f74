import { useLanguage } from '../preferences.ts'
import { wordsIn, type Words } from './words.ts'

/** What the page says, in the language of the person. */
export const useWords = (): Words => wordsIn(useLanguage())
