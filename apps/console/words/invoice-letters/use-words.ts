import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the page of an invoice says of its letters; it brings it along. */
export const useLetterWords = (): typeof en => catalogue[useLanguage()]
