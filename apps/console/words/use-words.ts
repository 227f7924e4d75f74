import { useLanguage } from '../preferences.ts'
import { catalogue, type Words } from './words.ts'

/** What the page says, in the language of the person. */
export const useWords = (): Words => catalogue[useLanguage()]
